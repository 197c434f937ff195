/** The texts of a month: ordinary, long, repeated, and hostile to what shows them. Deterministic. */

export interface Sent {
  readonly title: string
  readonly body: string
  readonly type: string
  /** Days from today. */
  readonly debut?: number
  readonly heure_debut?: string | undefined
  readonly lieu?: string
  readonly source_url?: string
}

const SUBJECTS: readonly (readonly [title: string, body: string, type: string])[] = [
  ['Loto du club', 'Douze parties, un panier garni à chacune. Ouverture des portes à 13 h 30.', 'evenement'],
  ['Collecte de sang', 'Venez sans être à jeun, avec une pièce d’identité.', 'evenement'],
  ['Coupure d’eau', 'Le réseau est coupé de 8 h à 16 h. Pensez à remplir quelques bouteilles.', 'annonce'],
  ['Stage de théâtre', 'Cinq demi-journées, de sept à douze ans. Restitution le vendredi soir.', 'evenement'],
  ['Chat perdu', 'Tigré, pelage roux, répond au nom de Nougat. Il porte un collier bleu.', 'actualite'],
  ['Atelier numérique', 'Créer une adresse, faire une démarche en ligne, trier ses photos.', 'service'],
  [
    'Vide-grenier',
    'Deux euros le mètre, café et crêpes sur place. **Inscription avant jeudi.**',
    'evenement',
  ],
  [
    'Recherche bénévoles',
    'Une heure par semaine suffit :\n\n- l’aide aux devoirs,\n- le jardin partagé.',
    'actualite',
  ],
  ['Assemblée générale', 'Rapport moral, rapport financier, renouvellement du bureau.', 'actualite'],
  [
    'Concert à l’église',
    'Chœurs et orgue : Bach, Fauré, Poulenc. Libre participation aux frais.',
    'evenement',
  ],
]
const PLACES = ['Salle des fêtes', 'Gymnase', 'Médiathèque', 'Place du Parvis', 'École Simone-Veil', 'Halle']
const WHEN = ['de samedi', 'du mois', 'de printemps', 'des aînés', 'des enfants', 'de quartier', 'du soir']

/** Each is shown as plain text, and does nothing. */
const HOSTILE: readonly (readonly [title: string, body: string])[] = [
  [
    '<script>alert(1)</script> Soirée',
    '<img src=x onerror=alert(1)> <b>gras</b> &lt;i&gt; &amp;nbsp; </div></body>',
  ],
  [
    'Un lien [ici](javascript:alert(1))',
    '[ici](javascript:alert(1)) ![suivi](https://example.org/suivi.gif) <https://example.org>',
  ],
  ['\u202Eémargorp nU\u202C à l’envers', 'Fichier \u202Egpj.exe\u202C, et du texte \u2067isolé\u2069.'],
  ['أهلاً وسهلاً في القرية', 'يوم السبت في الساعة الثالثة، ثم French au milieu, ثم عودة. שלום לכולם.'],
  ['👨‍👩‍👧‍👦 Fête des familles 🎉🎂🇫🇷', 'Avec 🏳️‍🌈, 👩🏽‍🌾 et 🧑‍🦽 : tout le monde vient ! '.repeat(6)],
  [
    'Œuvre, cœur, Ŷ, ÆSOP et ﬁn',
    'L’Œuvre du Sacré-Cœur : ÇÀ ET LÀ, « guillemets », n° 1ᵉʳ, ½ tarif, 20 € — voilà…',
  ],
  [
    'In\u200Bvi\u200Csi\u200Dble\uFEFF',
    'Des espaces sans largeur :\u200B\u200B\u200B ici, et\u00AD des\u00AD césures\u00AD.',
  ],
  ['Z̸͇̓a̵͍͒l̷̘̈́g̶̖͝o̸̮͌ au bal', 'Ć̴̝e̷͈͝ ̴̤̔t̶̹̆e̸͓̕x̸̰̆t̴̘̓e̵̱̚ ̵̧̈d̷̖̽é̴̗b̶͚̎ô̷͙r̸̢̆d̷̬̅ȇ̵͓ ̴̙̑d̷̠̈́e̶̪͐ ̷̜̈́s̸̹̾ă̵͖ ̴̪̽l̷̠̑i̶̞̊g̴̤̍n̵̤̈́e̷̼̅.'],
  [`Donaudampfschiff${'fahrt'.repeat(30)}`, `https://example.org/${'a'.repeat(500)} ${'mot'.repeat(400)}`],
  [`'; drop table publications; --`, '{{7*7}} #{7*7} %s %n %00 ../../etc/passwd null undefined NaN'],
  [
    '# Titre\u2028et lignes',
    '# Grand titre\n\n```\ncode\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> > > cité\n\n***',
  ],
]

/** One event in four lasts all day. */
const HOURS = ['20:30', '14:00', '18:30', undefined]
const LONG = 20_000
const PARAGRAPH =
  'Le conseil municipal s’est réuni sous la présidence de Mme la maire. Après en avoir délibéré, il approuve à l’unanimité la rénovation de la salle des fêtes, dont le plan de financement est joint, et autorise sa signature. '

/**
 * The text with this number. Of every 16, the second repeats the first; of every 32, the fourth has the link of the
 * third.
 */
export function textOf(number: number): Sent {
  if (number % 16 === 1) return textOf(number - 1)
  const [subject, said, type] = SUBJECTS[number % SUBJECTS.length] ?? ['Avis', 'Avis.', 'actualite']
  const lieu = PLACES[number % PLACES.length] ?? 'Mairie'
  const ordinary: Sent = {
    title: `${subject} ${WHEN[number % WHEN.length]} (n° ${number + 1})`,
    body: `${said}\n\nRenseignements : ${lieu}, le matin. Réf. ${number + 1}.`,
    type,
    ...(type === 'evenement' && {
      debut: (number * 7) % 60,
      heure_debut: HOURS[number % HOURS.length],
      lieu,
    }),
    ...(number % 32 === 2 && { source_url: `https://www.example.org/agenda/${number}` }),
    ...(number % 32 === 3 && { source_url: `https://example.org/agenda/${number - 1}/?utm_source=lettre` }),
  }
  if (number % 40 === 5) return { ...ordinary, title: `Délibérations, n° ${number}`, body: longText(number) }
  const hostile = number % 9 === 4 ? HOSTILE[Math.floor(number / 9) % HOSTILE.length] : undefined
  return hostile ? { ...ordinary, title: hostile[0], body: hostile[1] } : ordinary
}

function longText(number: number): string {
  const text = Array.from({ length: 120 }, (_, at) => `${number}.${at + 1} ${PARAGRAPH}\n\n`).join('')
  return `${[...text]
    .slice(0, LONG - 1)
    .join('')
    .trimEnd()}.`
}

export const COMPLAINTS = [
  ['spam', null],
  ['inappropriate', 'Ce n’est pas un ton pour une mairie.'],
  ['false_information', 'La date est fausse : c’est le 12 et non le 13.'],
  ['illegal', '<b>Recopié</b> sans autorisation du journal \u202Elacol\u202C.'],
  ['duplicate', 'Déjà publié par le comité.'],
  ['off_topic', null],
  ['other', '👀 À vérifier, œil neuf bienvenu.'],
] as const

export const REFUSALS = [
  ['spam', 'Le même message a été envoyé à plusieurs communes.'],
  ['off_topic', 'Les offres commerciales ont leur page : merci de les y publier.'],
  ['duplicate', 'Le comité des fêtes l’annonce déjà.'],
  ['false_information', 'La salle est fermée ce jour-là : vérifiez la date et renvoyez-la.'],
] as const
