/** With `demo --hostile`: what attackers and odd keyboards write, to see that every page holds. */

/** Each is shown as plain text, and does nothing. */
export const HOSTILE: readonly (readonly [title: string, body: string])[] = [
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

/** Their questions to the operator, and their complaints. */
export const HOSTILE_QUESTIONS = ['Merci ! <b>et bravo</b> 🎉', 'سؤال عن السوق'] as const
export const HOSTILE_COMPLAINTS = [
  ['illegal', '<b>Recopié</b> sans autorisation du journal \u202Elacol\u202C.'],
] as const
