/** `/orderlistPublic`: the order lists that anybody may open. */
export { PublicListsScreen as default } from '#features/order-lists/PublicListsScreen.tsx'
