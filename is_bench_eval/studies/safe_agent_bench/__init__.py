"""The study of SafeAgentBench's rows."""
