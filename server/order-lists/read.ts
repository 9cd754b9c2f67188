/** One order list as JSON text. */
import type pg from 'pg'
import type { Person } from '#contract/permissions.ts'
import { jsonRow } from '../platform/json.ts'
import { companyOf, orderingLocations } from '../platform/scope.ts'
import { categoriesSql, listSql, LIST_ROW_SQL } from './present.ts'
import { listSeen } from './scope.ts'

/** One list; $2 and $3 are the company and the locations that the caller is limited to, null for none. */
const WHOLE_SQL = `${listSql(categoriesSql(LIST_ROW_SQL.whole, 'p.active or $2::int is null'), 'l.is_public,')} where l.id = $1::int and ${listSeen('$2', '$3')}`

/** The list with its rows and their products; null where the person has no such list. */
export const readOrderList = async (pool: pg.Pool, person: Person, id: number): Promise<string | null> =>
  jsonRow(pool, 'order list', WHOLE_SQL, [id, companyOf(person), await orderingLocations(pool, person)])
