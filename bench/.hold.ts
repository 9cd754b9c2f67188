import { writeFileSync } from 'node:fs'
import { openStack } from './stack.ts'
import { fullDevice } from './app.ts'
const stack = await openStack()
const d = await fullDevice(stack)
writeFileSync('/tmp/scratch/device.json', JSON.stringify({ profile: d.profile, address: d.address, order: d.order, database: d.database, folder: stack.folder }))
console.log('held')
process.once('SIGTERM', () => void stack.stop().then(() => process.exit()))
setTimeout(() => void stack.stop().then(() => process.exit()), 3_000_000)
