/** `/setup`: the warehouses; `/warehouse` alone leads here too (C028). */
export { SetupScreen as default } from '#features/warehouses/SetupScreen.tsx'
