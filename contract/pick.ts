/** These fields of a row, and nothing else of it. */
export const pick = <Row extends object, Field extends keyof Row>(
  row: Row,
  fields: readonly Field[],
): Pick<Row, Field> =>
  Object.fromEntries(fields.map((field) => [field, row[field]])) as unknown as Pick<Row, Field>
