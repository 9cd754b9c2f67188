/** Titles that a pattern or a line can mistake for each other; none of them opens a browser. */
import { expect, test } from '@playwright/test'

for (const title of ['saves', 'saves twice', 'Saves', 'never saves', 'costs $5.20 (or more) a/b'])
  test(title, () => expect(title).toBeTruthy())

test.describe('an order', () => {
  for (const day of ['today', 'today and tomorrow']) test(day, () => expect(day).toBeTruthy())
})
