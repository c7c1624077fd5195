"""Pictures for people: views with boxes, sheets of views, clips of episodes."""
