/** `/devices`: what each device last reported, for the foreman. */
export { DevicesScreen as default } from '#features/sync-log/DevicesScreen.tsx'
