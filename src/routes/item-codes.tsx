/** `/itemcodes` (C019). */
export { ItemCodesScreen as default } from '#features/inventory/ItemCodesScreen.tsx'
