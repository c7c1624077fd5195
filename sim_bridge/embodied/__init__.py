"""The body of the embedded simulator: from a scene and its facts to pictures."""
