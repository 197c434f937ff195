import assert from 'node:assert/strict'
import { test } from 'node:test'
import { communesNamed } from './named-communes.ts'

const zone = [
  { id: 'fenetrange', nom: 'Fénétrange', codes_postaux: ['57930'] },
  { id: 'mittersheim', nom: 'Mittersheim', codes_postaux: ['57930'] },
  { id: 'saint', nom: 'Saint-Jean-de-Bassel', codes_postaux: ['57930'] },
  { id: 'marche', nom: 'La Marche', codes_postaux: ['58400'] },
  { id: 'havre', nom: 'Le Havre', codes_postaux: ['76600'] },
  { id: 'deux', nom: 'Villers', codes_postaux: ['57000'] },
  { id: 'aussi', nom: 'Villers', codes_postaux: ['88000'] },
]
const CASES: readonly [labels: readonly string[], lieu: string | null, found: readonly string[]][] = [
  [['Fénétrange'], null, ['fenetrange']],
  [['MITTERSHEIM', 'Culture', 'fenetrange'], null, ['mittersheim', 'fenetrange']],
  [['Commune de Fénétrange'], null, ['fenetrange']],
  [['Mairie / Mittersheim', 'Communes > St Jean de Bassel'], null, ['mittersheim', 'saint']],
  [['Fénétrange (57)'], null, ['fenetrange']],
  [['57930 Fénétrange'], null, ['fenetrange']],
  [[], 'Salle des fêtes, 3 rue du Port, 57930 Fénétrange', ['fenetrange']],
  [[], 'Foyer, 3 rue du Port 57930 Mittersheim, France', ['mittersheim']],
  [[], '57930 FENETRANGE CEDEX 2', ['fenetrange']],
  [['Villers'], '88000 Villers', ['aussi']],
  [['Commune de La Marche'], null, ['marche']],
  [['Ville du Havre'], null, ['havre']],
  // Never guessed.
  [['Marche', 'La Marche', 'la marche'], 'La Marche', []],
  [['Fénétrange en fête', 'Sortir à Mittersheim'], null, []],
  [[], 'Rue de Fénétrange, Mittersheim', []],
  [[], '57000 Fénétrange', []],
  [[], '57930 Fénétrange-sur-Sarre', []],
  [['Villers'], null, []],
  [['', '>', '57930'], '57930', []],
]
for (const [labels, lieu, found] of CASES)
  test(`${labels.join(', ')} ${lieu ?? ''}: ${found.join(', ') || 'none'}`, () =>
    assert.deepEqual(communesNamed({ labels, lieu }, zone), found))

test('a place of many digits and blanks is read at once', () => {
  const began = process.cpuUsage().user
  communesNamed({ labels: Array(30).fill(`57930 ${' '.repeat(90)}1`), lieu: `${'57930 '.repeat(33)}` }, zone)
  assert.ok(process.cpuUsage().user - began < 1_000_000)
})
