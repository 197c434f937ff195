import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'

const app = await startApp({ template: 'france' })

test('the list is by name, 15 a page, with an exact total', async () => {
  const { status, body } = await app.anyone.get('/communes')
  assert.equal(status, 200)
  assert.equal(body.data.length, 15)
  assert.deepEqual(
    { ...body.meta, next: typeof body.meta.next },
    {
      page: 1,
      per_page: 15,
      total: 34_969,
      last_page: 2332,
      next: 'string',
    },
  )
})
