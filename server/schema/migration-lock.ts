/**
 * The advisory lock under which migrations run, and under which a backup takes its tables: any number that Larder uses
 * for nothing else.
 */
export const MIGRATION_LOCK = 7_236_001
