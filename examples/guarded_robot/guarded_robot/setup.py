"""Packaging of the example robot, for colcon."""

from setuptools import setup

NAME = "guarded_robot"

setup(
    name=NAME,
    version="0.2.0",
    packages=[NAME],
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{NAME}"]),
        (f"share/{NAME}", ["package.xml"]),
        (f"share/{NAME}/config", ["config/bindings.yaml", "config/rules.yaml"]),
        (f"share/{NAME}/launch", ["launch/guarded_robot.launch.py"]),
    ],
    install_requires=["setuptools"],
    zip_safe=True,
    entry_points={
        "console_scripts": [
            "robot = guarded_robot.robot:main",
            "planner = guarded_robot.planner:main",
        ]
    },
)
