"""Reports on runs over SafeAgentBench's rows."""
