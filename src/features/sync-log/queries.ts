import { BoundedPerson, Device } from '#contract/sync/devices.ts'
import type { Client } from '#src/api/client.ts'
import type { RowsQuery } from '#src/queries/server-query.ts'

export const DEVICES: RowsQuery<Device> = {
  queryKey: ['devices'],
  keyOf: ({ device_id, user }) => `${device_id} ${user}`,
  read: (client, signal) =>
    client.api('GET', 'devices', { query: { no_page: 1 }, schema: Device.array(), signal }),
}

/** @param name null takes it away */
export const nameDevice = (client: Client, device: string, name: string | null): Promise<unknown> =>
  client.api('PATCH', `devices/${device}`, { body: { name } })

export const BOUNDED: RowsQuery<BoundedPerson> = {
  queryKey: ['devices', 'bounded'],
  keyOf: ({ user }) => user,
  read: (client, signal) => client.api('GET', 'devices/bounded', { schema: BoundedPerson.array(), signal }),
}
