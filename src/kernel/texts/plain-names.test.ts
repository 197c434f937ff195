import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPlainName, withoutLinks } from './plain-names.ts'

const REAL = [
  'Anne Martin',
  'M. Dupont',
  'Mme. de La Tour d’Auvergne',
  'St. Étienne',
  'J.-P. Lefèvre',
  'J. R. R. Tolkien',
  'L’Haÿ-les-Roses',
  "L'Haÿ",
  "N'Guyen-O'Brien",
  'Œuvre de l’Île-d’Yeu',
  'Jean-Noël Ÿves',
  'Maëlle Le Goff (mairie)',
  'محمد عبد الله',
  'علی‌رضا',
  'יוסף כהן',
  'Ðặng Thị Hồng',
  'Łukasz Żółć',
  '李小龍',
  'S.A.R.L. Martin',
  'SARL Martin & Fils',
  'S.A.S. La Poste',
  'C.C.A.S. de Rennes',
  'C.C.A.S.',
  'A.S.C. Football-Club',
  'Café 2.0',
  'Le 3.14',
  'Radio 98.5',
  'Le Bar... Étoile',
  'Le Bar...Étoile',
  'Association n° 12 / section judo',
  'Mairie/CCAS',
  'Boulangerie « Chez Léa »',
  'Amicale : les anciens',
  'Épicerie Bio & Co.',
  'Ets. Durand, père et fils',
  'Comité des fêtes de St-Jean-de-Luz',
  'Dr. Amélie Poulain, ostéopathe D.O.',
  '1, 2, 3... Soleil',
  'O.K. Pressing !',
  '20 000 Lieux',
  'Maison 1er étage n.3',
  'Club de judo',
  '👩‍👩‍👧‍👦 Familles rurales',
]
/** Brands that look like addresses: they are written with a space, and the website has its own field. */
const ADDRESSES = [
  'Intermarché.fr',
  'E.Leclerc',
  'Madame, votre amende : https://impots-gouv.evil.example/payer',
  'evil.example',
  'Votre dossier expire ce soir evil.example/payer',
  'Jeanne (evil.example)',
  'a@b.fr',
  'jeanne@localhost',
  'www.ville',
  'WWW. ville',
  'https:// evil',
  'ftp://x',
  '//evil',
  'https:\\\\evil',
  't.co/abc',
  'EVIL.EXAMPLE',
  'évil.example',
  'пример.рф',
  'evil.xn--p1ai',
  '💩.la',
  'evil。example',
  'evil．example',
  'evil｡example',
  'evil․example',
  'evil．ｅｘａｍｐｌｅ',
  'jeanne＠evil',
  'https：／／evil',
  'evil\u200b.example',
  'evil.\u200bexample',
  'ev\u00adil.example',
  'evil\u200d.example',
  'evil.\u200dexample',
  '192.168.0.1',
  'Payez sur 93.184.216.34',
  'Jeanne\u202eelpmaxe.live',
  'Jeanne\r\nBcc: x',
  'Jeanne\u2028Bcc',
  'Jeanne\u0000',
  'Jeanne\u2066',
  'Jeanne\ufeff',
]

/** A generous pattern for what mail programs turn into links. */
const LINK =
  /:\/\/|@|\bwww\.|(?<![\p{L}\p{N}])[\p{L}\p{N}\p{S}-]+[.。．｡․]\p{L}[\p{L}\p{N}-]+|\d+\.\d+\.\d+\.\d+/iu

test('real names are accepted', () => {
  for (const name of REAL) assert.ok(isPlainName(name), name)
})

test('names with addresses or invisible characters are refused', () => {
  for (const name of ADDRESSES) assert.ok(!isPlainName(name), JSON.stringify(name))
})

test('older texts keep their words but contain no links, and other texts are unchanged', () => {
  for (const name of REAL) assert.equal(withoutLinks(name), name)
  for (const name of ADDRESSES) {
    const shown = withoutLinks(name)
    assert.doesNotMatch(shown.normalize('NFKC'), LINK, JSON.stringify(shown))
    assert.doesNotMatch(shown, /[\p{Bidi_Control}\u200b\ufeff\u00ad\0]/u)
    assert.equal(withoutLinks(shown), shown, 'once is enough')
  }
  assert.equal(
    withoutLinks('Vide-grenier, voir https://evil.example/x'),
    'Vide-grenier, voir evil. example/x',
  )
  assert.equal(withoutLinks('Écrivez à jeanne@evil.example'), 'Écrivez à jeanne (at) evil. example')
})

test('hostile texts of any length are checked in linear time', () => {
  for (const piece of ['.', 'a.', '1.', ':/', '@', 'www.', 'a-', '\u200d.', 'http:', 'é.é'])
    for (const check of [isPlainName, withoutLinks]) {
      const took = (length: number) => {
        const text = piece.repeat(length)
        const began = process.threadCpuUsage()
        check(text)
        return process.threadCpuUsage(began).user / 1000
      }
      took(2_000)
      const least = (length: number) => Math.min(...Array.from({ length: 5 }, () => took(length)))
      // Quadratic time would be a hundred times as long.
      assert.ok(least(40_000) < 40 * Math.max(1, least(4_000)), piece)
    }
})
