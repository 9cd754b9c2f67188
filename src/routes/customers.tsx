/** `/customers`: the customers' locations. What is searched and sorted is kept in the address. */
import { CustomersScreen } from '#features/customers/CustomersScreen.tsx'
import { useOfficeProps } from './use-office-props.ts'
import { useTableAddress } from '#src/kit/use-table-address.ts'

export default function CustomersRoute() {
  const props = useOfficeProps()
  const [table, onTable] = useTableAddress()
  return <CustomersScreen {...props} table={table} onTable={onTable} />
}
