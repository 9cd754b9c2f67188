/** `/inventory` (C019). */
export { InventoryScreen as default } from '#features/inventory/InventoryScreen.tsx'
