import pg from 'pg'
import { DATABASE } from '../../src/kernel/postgres/connect.ts'
import { type Cluster, startCluster } from '../fixtures/cluster.ts'
import { freePort } from '../fixtures/free-port.ts'
import { command, freshFolder, freshTree } from '../fixtures/service-process.ts'
import { buildImage, type Image } from './image.ts'

/** Shared by all forms: an image, and a PostgreSQL with a standby. */

export const PASSWORDS = { parvis: 'of-the-owner', parvis_node: 'of-the-nodes' } as const
export const SECRET = 'the secret of a deployment, long enough'
/** Only a few communes: saving or restoring all takes a second each time. The first is the one in the registers. */
export const SOME_COMMUNES = `insert into communes (slug, nom, codes_postaux, code_insee)
  select 'commune-' || n, 'Commune ' || n, array[lpad(n::text, 5, '0')], case n when 1 then '01001' end
  from generate_series(1, 50) n`

/** Prepares the slow parts before any form starts. */
export interface World {
  readonly cluster: Cluster
  readonly image: Image
  remove(): Promise<void>
}

export async function startWorld(): Promise<World> {
  const image = buildImage(freshFolder())
  const cluster = await startServers()
  return {
    cluster,
    image,
    async remove() {
      image.release()
      await cluster.remove()
    },
  }
}

/** Created like in docs/cluster.md and docs/install.md: only the owner has rights, and creates `parvis_app` itself. */
async function startServers(): Promise<Cluster> {
  const cluster = await startCluster({ ports: [await freePort(), await freePort()] })
  const [{ connection }] = cluster.servers
  await asked({ ...connection, database: 'postgres' }, [
    `drop database ${DATABASE}`,
    'drop role if exists parvis_service',
    'drop role parvis_app',
    `create database ${DATABASE}`,
    `create role parvis login createrole createdb password '${PASSWORDS.parvis}'`,
    `create database template_form owner parvis encoding 'UTF8' template template0`,
  ])
  const DATABASE_URL = addressAt(connection, 'parvis', 'template_form')
  const { code, stderr } = await command(freshTree(), ['migrate'], {
    env: { DATABASE_URL, PARVIS_SECRET: SECRET },
  })
  if (code !== 0) throw new Error(stderr)
  await asked({ ...connection, database: 'template_form' }, [
    SOME_COMMUNES,
    `create role parvis_node login password '${PASSWORDS.parvis_node}' in role parvis_app`,
    // No autovacuum, because databases live for a minute.
    'alter system set autovacuum = off',
    'select pg_reload_conf()',
  ])
  await cluster.follow(cluster.servers[1], cluster.servers[0])
  return cluster
}

export async function asked(
  connection: pg.ClientConfig,
  texts: readonly string[],
): Promise<pg.QueryResult | undefined> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    let last: pg.QueryResult | undefined
    for (const text of texts) last = await client.query(text)
    return last
  } finally {
    await client.end()
  }
}

export const addressAt = ({ host, port }: pg.ClientConfig, user: keyof typeof PASSWORDS, database: string) =>
  `postgres://${user}:${PASSWORDS[user]}@${host}:${port}/${database}`

export const made = (maker: pg.ClientConfig, name: string, template: string) =>
  asked(maker, [
    `create database ${name} owner parvis encoding 'UTF8' template ${template} strategy file_copy`,
  ])
