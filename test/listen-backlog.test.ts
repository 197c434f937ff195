import assert from 'node:assert/strict'
import fs from 'node:fs'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { startApp } from './app.ts'

/** Connects from another thread while the service's thread is blocked, and reports when all are connected. */
const crowd = `
  const { connect } = require('node:net')
  const { workerData: { port, count, connected } } = require('node:worker_threads')
  for (let at = 0; at < count; at++)
    connect({ port, host: '127.0.0.1', localAddress: '127.0.1.' + (1 + at % 8) })
      .on('error', () => {})
      .once('connect', () => {
        if (Atomics.add(connected, 0, 1) + 1 === count) Atomics.notify(connected, 0)
      })`

const COUNT = 1_500
const allowed = () => Number(fs.readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
const skip =
  process.platform === 'linux' && allowed() > COUNT ? false : 'the system keeps fewer connections waiting'

test('1 500 connections during a busy moment are queued, and none is dropped', {
  skip,
}, async () => {
  const app = await startApp()
  const connected = new Int32Array(new SharedArrayBuffer(4))
  const port = Number(new URL(app.url).port)
  const worker = new Worker(crowd, { eval: true, workerData: { port, count: COUNT, connected } })
  const until = performance.now() + 60_000
  while (connected[0] !== COUNT && performance.now() < until)
    Atomics.wait(connected, 0, connected[0] ?? 0, 100)
  assert.equal(connected[0], COUNT)
  await worker.terminate()
})
