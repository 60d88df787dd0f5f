// Runs the playgrounds of a page: pages without one do not load this.

// eslint-disable-next-line import/no-unassigned-import -- imported for its side effect
import 'rillbox/element'
