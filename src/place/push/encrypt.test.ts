import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { test } from 'node:test'
import { pushBrowser } from '../../../test/fixtures/push-service.ts'
import { areKeys, CURVE, encrypted, LARGEST_TEXT } from './encrypt.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('the example of RFC 8291 is encrypted as it says', () => {
  const sender = createECDH(CURVE)
  sender.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const message = encrypted(Buffer.from('When I grow up, I want to be a watermelon'), keys, {
    sender,
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  })
  assert.equal(
    message.toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('the largest text is read by the browser, a larger one is refused; no two messages are alike', () => {
  const browser = pushBrowser()
  const text = Buffer.alloc(LARGEST_TEXT, 'é')
  const message = encrypted(text, browser.keys)
  assert.equal(message.length, 4_096)
  assert.deepEqual(browser.read(message), text)
  assert.notDeepEqual(encrypted(text, browser.keys), message)
  assert.throws(() => pushBrowser().read(message), 'another browser')
  assert.throws(() => encrypted(Buffer.alloc(LARGEST_TEXT + 1), browser.keys), RangeError)
})

test('keys are a point of the curve and sixteen bytes', () => {
  const { keys } = pushBrowser()
  assert.equal(areKeys(keys), true)
  assert.equal(areKeys({ ...keys, auth: 'AAAA' }), false)
  assert.equal(areKeys({ ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }), false)
  assert.equal(areKeys({ ...keys, p256dh: '' }), false)
})
