"""Everything of OmniGibson 1.1.1 that the backend touches, and with which arguments."""

from __future__ import annotations

CALLS: dict[str, tuple[tuple[int, tuple[str, ...]], ...]] = {
    # module:Class.function -> the calls, each as (positional arguments, named arguments)
    "omnigibson:clear": ((0, ()),),
    "omnigibson:shutdown": ((0, ()),),
    "omnigibson.envs.env_base:Environment.__init__": ((0, ("configs",)),),
    "omnigibson.prims.entity_prim:EntityPrim.get_position_orientation": ((0, ()),),
    "omnigibson.prims.entity_prim:EntityPrim.keep_still": ((0, ()),),
    "omnigibson.prims.entity_prim:EntityPrim.set_position_orientation": (
        (0, ("position",)),
        (0, ("position", "orientation")),
    ),
    "omnigibson.prims.xform_prim:XFormPrim.get_position_orientation": ((0, ()),),
    "omnigibson.prims.xform_prim:XFormPrim.set_position_orientation": (
        (0, ("position", "orientation")),
    ),
    "omnigibson.scenes.interactive_traversable_scene:InteractiveTraversableScene.__init__": (
        (0, ("scene_model", "not_load_object_categories", "scene_file")),
    ),
    "omnigibson.scenes.scene_base:Scene.clear_system": ((1, ()),),
    "omnigibson.scenes.scene_base:Scene.get_system": ((1, ("force_init",)),),
    "omnigibson.scenes.scene_base:Scene.is_physical_particle_system": ((0, ("system_name",)),),
    "omnigibson.scenes.scene_base:Scene.is_visual_particle_system": ((0, ("system_name",)),),
    "omnigibson.sensors:create_sensor": (
        (0, ("sensor_type", "name", "relative_prim_path", "modalities", "sensor_kwargs")),
    ),
    "omnigibson.sensors.vision_sensor:VisionSensor.__init__": (
        (
            0,
            (
                "relative_prim_path",
                "name",
                "modalities",
                "enabled",
                "noise",
                "image_height",
                "image_width",
                "focal_length",
            ),
        ),
    ),
    "omnigibson.sensors.sensor_base:BaseSensor.get_obs": ((0, ()),),
    "omnigibson.sensors.vision_sensor:VisionSensor.add_modality": ((1, ()),),
    "omnigibson.simulator:Simulator.load_state": ((1, ("serialized",)),),
    "omnigibson.simulator:Simulator.render": ((0, ()),),
    "omnigibson.simulator:Simulator.step": ((0, ()),),
    "omnigibson.utils.python_utils:Serializable.dump_state": ((0, ("serialized",)),),
    "omnigibson.systems.micro_particle_system:MicroPhysicalParticleSystem.generate_particles": (
        (0, ("positions",)),
    ),
    "omnigibson.systems.micro_particle_system:MicroPhysicalParticleSystem.remove_particles": (
        (0, ("idxs",)),
    ),
    "omnigibson.systems.macro_particle_system:MacroPhysicalParticleSystem.generate_particles": (
        (0, ("positions",)),
    ),
    "omnigibson.systems.macro_particle_system:MacroParticleSystem.remove_particles": (
        (0, ("idxs",)),
    ),
    "omnigibson.systems.micro_particle_system:"
    "MicroPhysicalParticleSystem.generate_particle_instancer": (
        (0, ("n_particles", "idn", "particle_group", "positions", "velocities", "orientations")),
    ),
    "omnigibson.systems.micro_particle_system:"
    "MicroPhysicalParticleSystem.particle_instancer_name_to_idn": ((1, ()),),
    "omnigibson.systems.macro_particle_system:MacroVisualParticleSystem._load_state": (
        (0, ("state",)),
    ),
    "omnigibson.object_states.particle_modifier:ParticleModifier.check_conditions_for_system": (
        (1, ()),
    ),
    "omnigibson.object_states.particle_modifier:ParticleModifier.supports_system": ((1, ()),),
    "omnigibson.object_states.particle_modifier:ParticleModifier._generate_condition": (),
    "omnigibson.object_states.object_state_base:BaseObjectState.get_value": ((0, ()), (1, ())),
    "omnigibson.object_states.object_state_base:BaseObjectState.set_value": ((1, ()), (2, ())),
    "omnigibson.tasks.behavior_task:BehaviorTask.__init__": (
        (0, ("predefined_problem", "online_object_sampling")),
    ),
    "omnigibson.transition_rules:SlicingRule.transition": ((1, ()),),
    "omnigibson.transition_rules:TransitionRuleAPI.execute_transition": (
        (0, ("added_obj_attrs", "removed_objs")),
    ),
    "omnigibson.utils.bddl_utils:get_system_name_by_synset": ((1, ()),),
    "omnigibson.utils.python_utils:recursively_convert_to_torch": ((1, ()),),
}

MEMBERS: dict[str, tuple[str, ...]] = {
    # module:Class, or the module itself -> properties, attributes and names
    "omnigibson": ("example_config_path", "sim", "Environment"),
    "omnigibson.envs.env_base:Environment": ("external_sensors", "robots", "scene", "task"),
    "omnigibson.macros": (
        "HEADLESS",
        "USE_GPU_DYNAMICS",
        "ENABLE_OBJECT_STATES",
        "ENABLE_TRANSITION_RULES",
        "RENDER_VIEWER_CAMERA",
        "DEFAULT_VIEWER_WIDTH",
        "DEFAULT_VIEWER_HEIGHT",
    ),
    "omnigibson.object_states.adjacency": ("positive_neighbors", "negative_neighbors"),
    "omnigibson.object_states.contains": ("positions", "in_volume"),
    "omnigibson.object_states.cooked:Cooked": ("cook_temperature",),
    "omnigibson.object_states.heated:Heated": ("heat_temperature",),
    "omnigibson.object_states.heat_source_or_sink:HeatSourceOrSink": ("requires_inside",),
    "omnigibson.object_states.link_based_state_mixin:LinkBasedStateMixin": ("link",),
    "omnigibson.object_states.object_state_base:BaseObjectState": ("obj",),
    "omnigibson.object_states.particle_modifier:ParticleModifier": ("conditions",),
    "omnigibson.objects.object_base:BaseObject": ("category", "uuid"),
    "omnigibson.objects.stateful_object:StatefulObject": ("states",),
    "omnigibson.prims.entity_prim:EntityPrim": ("prim_type",),
    "omnigibson.prims.prim_base:BasePrim": ("name", "scene", "visible"),
    "omnigibson.scenes.scene_base:Scene": (
        "active_systems",
        "object_registry",
        "objects",
        "transition_rule_api",
    ),
    "omnigibson.sensors.vision_sensor:VisionSensor": ("focal_length", "horizontal_aperture"),
    "omnigibson.simulator:Simulator": ("viewer_camera",),
    "omnigibson.systems.system_base:BaseSystem": ("name", "scene"),
    "omnigibson.tasks.behavior_task:BehaviorTask": ("object_scope",),
    "omnigibson.transition_rules": ("add", "remove"),
    "omnigibson.transition_rules:TransitionRuleAPI": ("active_rules",),
    "omnigibson.utils.bddl_utils": ("OBJECT_TAXONOMY", "BDDLEntity"),
    "omnigibson.utils.bddl_utils:BDDLEntity": (
        "exists",
        "is_system",
        "name",
        "og_categories",
    ),
    "omnigibson.utils.constants:PrimType": ("CLOTH",),
    "omnigibson.utils.python_utils:Wrapper": ("wrapped_obj",),
}

OTHER_STATES = (
    "AABB",
    "ContainedParticles",
    "HeatSourceOrSink",
    "MaxTemperature",
    "Temperature",
    "VerticalAdjacency",
)
"""State classes besides those that tell predicates."""

OF_OTHERS = """
    AGENT ArrayLike BENCHMARK INFO NDArray RIGID T __name__ __qualname__ append asarray
    ascontiguousarray basicConfig column_stack cpu cross deepcopy default eigh environ exception
    flatten float32 float64 full getLogger get_synset_from_substance int32 is_file isdigit join
    linalg loads manual_seed max mean min nonzero norm numpy permutations random rpartition
    safe_load seed setdefault shape sort split startswith tensor tolist trace uint8 update
    warning
""".split()  # noqa: SIM905  # sixty names read better so
"""Attributes of Python's, numpy's, torch's and bddl's things, which are not OmniGibson's."""
