import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prefersToJson } from './accept.ts'

test('a media type is preferred where it is named and JSON has no higher weight', () => {
  const isPreferred = (accept: string | undefined) => prefersToJson(accept, 'application/ld+json')
  for (const accept of [
    'application/ld+json',
    'Application/LD+JSON; profile="http://www.w3.org/ns/json-ld#compacted"',
    'application/ld+json, application/json',
    'application/json;q=0.5, application/ld+json;q=0.9',
    'application/ld+json;q=0.1, application/json;q=0',
    'text/html, application/ld+json;q=0.9, */*;q=0.8',
  ])
    assert.ok(isPreferred(accept), accept)
  for (const accept of [
    undefined,
    '',
    '*/*',
    'application/*',
    'application/json',
    'application/ld+json;q=0',
    'application/ld+json;q=0.5, application/json',
    'application/ld+json;q=0.5, */*',
    'application/ld+json;q=none',
    'text/html',
  ])
    assert.ok(!isPreferred(accept), accept)
})
