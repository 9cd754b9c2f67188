/** `/users`: who may sign in. */
export { UsersScreen as default } from '#features/users/UsersScreen.tsx'
