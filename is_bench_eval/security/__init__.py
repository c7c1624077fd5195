"""Policies for SROS2: who may publish, subscribe, call and serve what on a guarded robot."""
