// Runs the playgrounds and requests of a page: pages without one do not load this.

/* eslint-disable import/no-unassigned-import -- imported for their side effects */
import 'rillbox/element'
import '../../src/documents/html/blocks.css'
