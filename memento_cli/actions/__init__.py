"""The verbs: one public function each, values in, values out, given the store and `now`."""
