import { useOwnTable } from '#src/kit/list/use-own-table.ts'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useRows } from '#src/kit/list/use-rows.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { IconWorld } from '@tabler/icons-react'
import { PUBLIC_LIST_COLUMNS } from './public-list-columns.tsx'
import classes from './public-lists.module.css'
import { PUBLIC_LISTS } from './queries.ts'

/** `/orderlistPublic`: the lists that anybody may open, and the address of each. Online only. */
export function PublicListsScreen() {
  const lists = useRows(PUBLIC_LISTS)
  // Not in the address: a search there would filter a list that has no filter.
  const table = useOwnTable()
  return (
    <div className={classes.page}>
      <PageHead
        title="Orderlist Public"
        note="Anybody who has its link may see one of these lists, without prices."
      />
      <DataTable
        label="Public order lists"
        isSearchable={false}
        columns={PUBLIC_LIST_COLUMNS}
        source={lists}
        {...table}
        empty={
          <EmptyState icon={<IconWorld size={40} />} title="No order list is public">
            A list with a public name that is open to anybody shows here.
          </EmptyState>
        }
      />
    </div>
  )
}
