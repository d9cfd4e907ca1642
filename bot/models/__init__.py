"""Plain values of the domain, stored by the store and returned by the services."""
