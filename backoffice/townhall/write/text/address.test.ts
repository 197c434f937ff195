import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressTyped } from './address.ts'

test('pages, e-mail addresses and telephone numbers get their scheme', () => {
  for (const [typed, address] of [
    ['mairie.fr', 'https://mairie.fr'],
    [' www.mairie.fr/a b ', undefined],
    ['http://mairie.fr/a(b', 'http://mairie.fr/a%28b'],
    ['HTTPS://mairie.fr', 'HTTPS://mairie.fr'],
    ['accueil@mairie.fr', 'mailto:accueil@mairie.fr'],
    ['mailto:accueil@mairie.fr', 'mailto:accueil@mairie.fr'],
    ['02 38 35 00 00', 'tel:0238350000'],
    ['+33 2 38 35 00 00', 'tel:+33238350000'],
    ['javascript:alert(1)', undefined],
    ['le site', undefined],
    ['', undefined],
  ] as const)
    assert.equal(addressTyped(typed), address, typed)
})
