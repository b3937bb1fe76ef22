"""What several views are made of: the stepper, the parts of its HTML, and drawings."""
