import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { outcome, PASSWORD, signInAt } from '../../../test/sign-in.ts'
import { isKnownPassword } from './known-passwords.ts'
import { generatePassword } from './passwords.ts'

/** As people write them where twelve characters are asked for. */
const TYPICAL = `
123456789012 1234567890123 012345678901 987654321098 111111111111 000000000000 666666666666 121212121212
123123123123 112233445566 102030405060 147258369147 789456123789 123456123456 20242024202420 19801980198019
0612345678901 aaaaaaaaaaaa aaaabbbbcccc aaabbbcccddd abcabcabcabc abcdefghijkl abcdefghijklm abcd12345678
azertyuiopqs azertyuiop12 azertyuiop123 azerty123456 azertyazerty azerty!azerty! 123456azerty 1234azerty56
poiuytreza12 mlkjhgfdsqpo qsdfghjklm12 wxcvbn123456 aqwzsxedcrfv 1a2z3e4r5t6y a2z4e6r8t9y0 a1b2c3d4e5f6
qwertyuiop123 qwerty123456 qwertyqwerty 1234qwer5678 1q2w3e4r5t6y 1qaz2wsx3edc zaq12wsxcde3 qazwsxedcrfv
asdfghjklzxc asdfasdfasdf zxcvbnmzxcvbnm
passwordpassword password1234 Password123! Password1234 P@ssw0rd1234 P@ssword2024! passpasspass
motdepasse123 motdepasse12 MotDePasse2024 Motdepasse!1 motdepasse2023! motdepassemotdepasse monmotdepasse
lemotdepasse12 unmotdepasse1 mdpmdpmdpmdp mot_de_passe_1 mot.de.passe
bonjourbonjour bonjour12345 Bonjour2024! bonjour!bonjour bienvenue123 bienvenue2024 welcome12345 Welcome2024!
jetaimejetaime jetaime12345 iloveyou1234 iloveyouforever doudoudoudou princesse123 soleilsoleil soleil123456
Soleil2024!! chocolat1234 sunshine1234 football1234 footballfootball marseille1313 marseille2024
olympiquemarseille nicolas123456 thomasthomas camille12345 samedidimanche janvier2024! septembre2024
letmeinletmein letmein12345 changeme1234 changemenow! testtesttest test12345678 test1234test demodemodemo
admin1234567 Admin123456! adminadminadmin administrateur administrator1 rootrootroot utilisateur1 identifiant1
connexion123 secretsecret secret123456 internet2024 ordinateur12 computer1234 facebook1234 livebox12345
superman1234 batmanbatman dragon123456 monkeymonkey pokemonpokemon starwars2020 trustno1trustno1
correcthorsebatterystaple thisisapassword
parvisparvis parvis123456 Parvis-2024! laplacelaplace mairiemairie mairie123456 Mairie2024!! mairie-2024-mairie
communecommune secretairedemairie conseilmunicipal hoteldeville comitedesfetes salledesfetes1
`
  .split(/\s+/)
  .filter(Boolean)

test('every typical spelling of a well-known password is refused', () => {
  assert.ok(TYPICAL.length > 140, `${TYPICAL.length}`)
  assert.deepEqual(
    TYPICAL.filter(one => !isKnownPassword(one)),
    [],
  )
})

test('a name of the person is a word as well, alone, doubled and with a number', () => {
  const own = ['francoise.lefevre@val-doeil.example', 'Françoise Lefèvre', 'Club de pétanque', 'Val-d’Œil']
  for (const one of [
    'francoise1234',
    'FrançoiseLefèvre',
    'lefevrelefevre',
    'francoise.lefevre',
    'Lefevre-2024',
    'clubdepetanque1',
    'petanque2024',
    'Franc0iseLefevre',
    'lefevre@val-doeil',
  ])
    assert.ok(isKnownPassword(one, own), one)
  assert.ok(!isKnownPassword('petanque le jeudi sous les platanes', own))
})

test('phrases and random passwords are accepted, in whatever script', () => {
  const phrases = [
    PASSWORD,
    'une phrase assez longue',
    'cheval soleil maison',
    'le chat noir du voisin',
    'bleu-camion-fenetre',
    'Vélo jaune sous la pluie',
    'rivière calme en juin',
    'the mayor likes old bridges',
    '4kd9-tgz2-mmq7',
    'парольная фраза дня',
    'μια μεγάλη φράση',
    '!@%^&*()_+{}:<>',
  ]
  assert.deepEqual(
    phrases.filter(one => isKnownPassword(one)),
    [],
  )
  for (let at = 0; at < 200; at++) assert.ok(!isKnownPassword(generatePassword()))
})

test('characters that become eighteen each do not take eighteen times as long', () => {
  /** The pieces that are looked at. */
  const piecesOf = (one: string): number => {
    const { slice } = String.prototype
    let pieces = 0
    String.prototype.slice = function (...range) {
      pieces++
      return slice.apply(this, range)
    }
    try {
      isKnownPassword(one)
    } finally {
      String.prototype.slice = slice
    }
    return pieces
  }
  const [plain, grown] = [piecesOf('un mot de passe '.repeat(8)), piecesOf('\ufdfa'.repeat(128))]
  assert.ok(plain > 100 && grown < 8 * plain, `${grown} pieces, ${plain} pieces`)
})

const app = await startApp()
const auth = signInAt(app)
const NEW = 'parvisparvis'

test('a known password is refused wherever one is chosen, in the same words for known and unknown addresses', async () => {
  const email = 'yvette.monnier@example.org'
  const bearer = await auth.member(email)
  const known = await auth.signUp(email, NEW)
  const unknown = await auth.signUp('personne@example.org', NEW)
  assert.deepEqual([known.status, known.body.details], [unknown.status, unknown.body.details])
  const path = (body: { details: { path: string; message: string }[] }) => body.details.map(one => one.path)
  assert.equal(outcome(known), '422 validation_failed')
  assert.deepEqual(path(known.body), ['password'])
  assert.match(known.body.details[0].message, /trop connu ou trop facile à deviner/)
  const change = (newPassword: string) =>
    auth.post('/change-password', { currentPassword: PASSWORD, newPassword }, { bearer })
  await auth.post('/request-password-reset', { email })
  const { token } = (await auth.get(await auth.linkTo(email))).body
  const reset = (newPassword: string) => auth.post('/reset-password', { token, newPassword })
  // What is known about the person: address, name, acteur and commune.
  const acteur = await make.acteur(app, await make.commune(app, { nom: 'Bréhémont' }), { nom: 'Guinguette' })
  const { rows } = await app.owner.query('select id from users where email = $1', [email])
  await make.member(app, acteur, { id: rows[0].id } as never, 'owner')
  for (const choose of [change, reset])
    for (const one of [NEW, 'yvettemonnier', 'monnier-2024', 'brehemont1234', 'guinguette12']) {
      const answer = await choose(one)
      assert.equal(outcome(answer), '422 validation_failed', one)
      assert.deepEqual(path(answer.body), ['newPassword'])
    }
  // The link is still good.
  assert.equal((await reset('un nouveau mot de passe solide')).status, 200)
})
