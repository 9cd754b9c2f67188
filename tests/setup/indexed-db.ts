/** Dexie takes what it finds when it is first imported, which in a worker without isolation is another file's import. */
import 'fake-indexeddb/auto'
