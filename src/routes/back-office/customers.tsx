/** `/customers`: the customers' locations. The address keeps the filters. */
import { CustomersScreen } from '#features/customers/CustomersScreen.tsx'
import { useNarrow } from '#src/kit/page/use-narrow.ts'
import { routes } from '../tree.ts'

export default function CustomersRoute() {
  const { quiet = false } = routes.customers.useSearch()
  const narrow = useNarrow()
  return <CustomersScreen isQuiet={quiet} onQuiet={(isQuiet) => narrow({ quiet: isQuiet || undefined })} />
}
