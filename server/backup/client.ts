import pg from 'pg'

/**
 * Opens a connection for work that takes minutes, and closes it when `work` has ended: without timeouts, and with times in UTC.
 * A transaction that is still open then leaves nothing.
 *
 * It is a plain client, because COPY does not go with the pool's pipelining.
 */
export async function withLongClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'larder backup' })
  await client.connect()
  try {
    await client.query(
      `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set time zone 'UTC'`,
    )
    return await work(client)
  } finally {
    await client.end()
  }
}
