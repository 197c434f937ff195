import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createPort, type Server } from 'node:net'
import { after, test } from 'node:test'
import { startApp, testConfig } from '../../../test/app.ts'
import { freePort } from '../../../test/fixtures/free-port.ts'
import { certificateFor } from '../../../test/fixtures/self-signed.ts'
import { openDoor } from '../../kernel/fetch/fetch.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import { address } from './address.ts'

const app = await startApp()
const { db } = app.service
async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return (server.address() as AddressInfo).port
}
const found = async (publicUrl: string | undefined, world = {}) => {
  const config = { ...testConfig(), publicUrl }
  const { state, says, explanation } = await address(db, config, { timeoutMs: 20_000, ...world })
  return { outcome: `${state} ${explanation.code}`, says }
}
const trusting = (ca: string) => ({
  ca,
  door: openDoor({ userAgent: 'Parvis', log: createLog('silent'), ca }),
})
/** A proxy in front of the service. */
const proxy: RequestListener = async (request, response) => {
  const answer = await fetch(app.url + request.url)
  response.writeHead(answer.status).end(await answer.text())
}

test('doctor says whether PUBLIC_URL leads to this service', async () => {
  assert.equal((await found(undefined)).outcome, 'ok address_none')
  for (const url of [app.url, `${app.url}/`, `http://127.0.0.1:${await listening(createServer(proxy))}`])
    assert.equal((await found(url)).outcome, 'ok address')
  const others: RequestListener[] = [
    (_, response) => response.end('{"keys":[{"kid":"of another installation"}]}'),
    (_, response) => response.end('<p>Bienvenue</p>'),
    (_, response) => response.writeHead(404).end(),
  ]
  for (const other of others) {
    const url = `http://127.0.0.1:${await listening(createServer(other))}`
    assert.equal((await found(url)).outcome, 'wrong address_elsewhere')
  }
})

test('an address that is away, or never answers, is a note: browsers may reach it by another way', async () => {
  const closed = await freePort()
  const silent = await listening(createPort(socket => socket.on('error', () => {})))
  for (const scheme of ['http', 'https']) {
    assert.equal((await found(`${scheme}://127.0.0.1:${closed}`)).outcome, 'note address_unreached')
    const slow = await found(`${scheme}://127.0.0.1:${silent}`, { timeoutMs: 200 })
    assert.equal(slow.outcome, 'note address_unreached')
  }
})

test('doctor says how long the certificate is good', async () => {
  const shown = async (from: number, until: number, host = 'localhost') => {
    const { key, cert } = certificateFor([host], from, until)
    const port = await listening(createSecureServer({ key, cert }, proxy))
    return { url: `https://localhost:${port}`, ca: cert }
  }
  const good = await shown(-30, 60.5)
  const { outcome, says } = await found(good.url, trusting(good.ca))
  assert.equal(outcome, 'ok address_certified')
  assert.match(says, /leads to this service; its certificate is good for 60 days$/)
  const late = await shown(-80, 9.5)
  assert.match((await found(late.url, trusting(late.ca))).says, /good for 9 days only/)
  const over = await shown(-90, -1)
  assert.equal((await found(over.url, trusting(over.ca))).outcome, 'wrong address_expired')
  const others = await shown(-30, 60, 'autre.example')
  assert.equal((await found(others.url, trusting(others.ca))).outcome, 'wrong address_untrusted')
  assert.equal((await found(good.url)).outcome, 'note address_untrusted')
})
