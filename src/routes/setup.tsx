/** `/setup`: the warehouses; `/warehouse` alone leads here too (C028). */
import { SetupScreen } from '#features/warehouses/SetupScreen.tsx'
import { useOfficeProps } from './use-office-props.ts'

export default function SetupRoute() {
  return <SetupScreen {...useOfficeProps()} />
}
