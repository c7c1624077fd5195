"""Judging what planners have stated in a run, and measuring the judge."""
