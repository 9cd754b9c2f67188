/**
 * `npm run mutants`: changes the rules in `contract/` one by one, and lists the changes that no unit test notices. It takes an hour.
 * `-- --mutate contract/money.ts` changes one file.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/mutants/vitest.config.ts' },
  mutate: [
    'contract/{orders,invoices,fees,sync,picking}/**/*.ts',
    'contract/{money,pricing,permissions}.ts',
    '!contract/**/*.test.ts',
    // Shapes and words: what they are is what they say.
    '!contract/**/{schema,words,edit-bodies}.ts',
  ],
  // Stryker would rewrite it with TypeScript 5's compiler; nothing here reads it.
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // What a module does when it is read is not done again for a mutant.
  ignoreStatic: true,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false },
  jsonReporter: { fileName: '.build/mutants.json' },
  tempDirName: '.build/mutants',
  ignorePatterns: ['dist', '.build', '.data', 'bench', 'docs', 'tests/e2e', 'tests/screens'],
}
