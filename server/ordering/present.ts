/** What leaves the server of a staged order. */

export const STAGED_SQL = `
  select s.id, s.upc, s.company_location_id as company_location, s.unit_quantity, s.case_quantity,
         s.original_product, s.units_originally_ordered, s.cases_originally_ordered, s.version::int
    from shared_cart_items s`

/** SQL over `shared_cart_items s`: of the locations that one orders for, null for no limit. */
export const stagedAt = (locations: string) =>
  `(${locations}::int[] is null or s.company_location_id = any(${locations}))`

/** The locations of the person's own company; `company` is the parameter of the company, null for no limit. */
export const stagedBy = (company: string) =>
  `(${company}::int is null or s.company_location_id in (select id from company_locations where company_id = ${company}))`
