/** The 106 criteria of the RGAA 4.1.2 and what proves each for la place, the town hall and the office: `docs/rgaa.md` shows it. */

interface Judged {
  /** `open`: nobody has judged it, which counts as not met. */
  readonly is: 'met' | 'not met' | 'open' | 'na'
  /** A test file, or what was looked at and where; why it does not apply; what is missing. */
  readonly by: string
}

export interface Criterion {
  readonly number: string
  readonly title: string
  readonly place: Judged
  readonly townhall: Judged
  readonly office: Judged
}

const na = (by: string): Judged => ({ is: 'na', by })
const test = (by: string): Judged => ({ is: 'met', by })
const hand = (by: string): Judged => ({ is: 'met', by: `By hand: ${by}` })
const unmet = (by: string): Judged => ({ is: 'not met', by })

const PLACE = test('test/accessibility/place.test.ts')
const SCREENS = test('test/accessibility/screens.test.ts')
const PAGES = test('test/browser/place.test.ts')
const LAYOUT = test('backoffice/test/layout.test.ts')
const STATES = test('backoffice/test/states.test.ts')
/** The same test judges the three parts in its own file. */
const MACHINE = [PLACE, SCREENS, SCREENS] as const
const all = (one: Judged) => [one, one, one] as const
const both = (place: Judged, screens: Judged) => [place, screens, screens] as const

const NO_MEDIA = all(na('no sound and no film: test/accessibility/measures.ts refuses their elements'))
const NO_CAPTCHA = all(na('no CAPTCHA: a hidden field keeps programs out'))
const NO_LAYOUT_TABLE = all(na('no table for the layout'))

const row = (
  number: string,
  title: string,
  [place, townhall, office]: readonly [Judged, Judged, Judged],
): Criterion => ({ number, title, place, townhall, office })

export const CRITERIA: readonly Criterion[] = [
  row('1.1', 'Alternative des images porteuses d’information', MACHINE),
  row('1.2', 'Images de décoration ignorées', MACHINE),
  row('1.3', 'Alternative pertinente', [
    hand('home: the sentence of the author (“Des chalets et des guirlandes allumées devant l’église”)'),
    hand('28 November 2026: in the form the description stands beside its picture; the preview is the page'),
    hand('28 November 2026: attachments.tsx, fiche.tsx: the sentence of the author'),
  ]),
  row('1.4', 'CAPTCHA : alternative', NO_CAPTCHA),
  row('1.5', 'CAPTCHA : autre solution', NO_CAPTCHA),
  row('1.6', 'Description détaillée si nécessaire', [
    hand('src/place/defibrillateurs.ts: the list beside the plan says all of it'),
    na('no picture with more than a sentence says'),
    na('28 November 2026: its map is no picture: 4.8'),
  ]),
  row('1.7', 'Description détaillée pertinente', [
    hand('src/place/defibrillateurs.ts: plan and list have the same numbers'),
    na('no such description'),
    na('28 November 2026: its map is no picture: 4.8'),
  ]),
  row('1.8', 'Pas d’image de texte', [
    unmet(
      'authors attach posters: the form asks for their words while the text is short, and reads no picture',
    ),
    na('its own pictures are icons'),
    na('its own pictures are icons'),
  ]),
  row('1.9', 'Légende reliée à l’image', [
    na('no caption: credits stand in the text'),
    na('no caption'),
    na('no caption'),
  ]),

  row('2.1', 'Titre des cadres', MACHINE),
  row('2.2', 'Titre des cadres pertinent', [
    na('no frame on its pages; that which /suivre offers to other sites has a title'),
    hand('/espace/ecrire: “Ce que verront les habitants”'),
    na('no frame'),
  ]),

  row('3.1', 'Information non donnée par la couleur seule', [
    hand(
      'home, agenda, alert: levels have a word and a shape, the current entry a line, links are underlined',
    ),
    hand('home, write: states are words, mistakes have a sign and a sentence'),
    hand('desk, dialog: states are words, late ones say “en retard”'),
  ]),
  row('3.2', 'Contraste du texte', [PAGES, SCREENS, LAYOUT]),
  row('3.3', 'Contraste des composants', MACHINE),

  ...[
    ['4.1', 'Transcription ou audiodescription'],
    ['4.2', 'Transcription pertinente'],
    ['4.3', 'Sous-titres'],
    ['4.4', 'Sous-titres pertinents'],
    ['4.5', 'Audiodescription'],
    ['4.6', 'Audiodescription pertinente'],
    ['4.7', 'Média identifiable'],
  ].map(([number = '', title = '']) => row(number, title, NO_MEDIA)),
  row('4.8', 'Alternative des médias non temporels', [
    na('the plan of defibrillators is a picture: 1.6'),
    na('no map'),
    hand('28 November 2026: the table below the map has the same devices, and the map says so'),
  ]),
  row('4.9', 'Alternative pertinente', [
    na('the plan of defibrillators is a picture: 1.6'),
    na('no map'),
    hand('28 November 2026: map and table follow the same filters; three devices stood in both'),
  ]),
  row('4.10', 'Son contrôlable', NO_MEDIA),
  row('4.11', 'Média au clavier', NO_MEDIA),
  row('4.12', 'Média non temporel au clavier', [
    na('the plan of defibrillators is a picture'),
    na('no map'),
    test('backoffice/office/defibrillateurs/defibrillateurs.test.ts'),
  ]),
  row('4.13', 'Média compatible avec les technologies d’assistance', [
    na('no such media'),
    na('no such media'),
    hand('28 November 2026, tree: a group that says its keys, a button for each point, a status that counts'),
  ]),

  row('5.1', 'Tableau complexe : résumé', all(na('no table with headers on several levels'))),
  row('5.2', 'Tableau complexe : résumé pertinent', all(na('no table with headers on several levels'))),
  row('5.3', 'Tableau de mise en forme linéarisé', NO_LAYOUT_TABLE),
  row('5.4', 'Titre de tableau associé', [
    na('tables have no title of their own'),
    na('no table'),
    na('tables have no title of their own: the heading of the screen names them'),
  ]),
  row('5.5', 'Titre de tableau pertinent', all(na('tables have no title of their own'))),
  row('5.6', 'En-têtes de tableau', [PAGES, SCREENS, LAYOUT]),
  row('5.7', 'Cellules associées aux en-têtes', [PAGES, SCREENS, LAYOUT]),
  row('5.8', 'Pas d’éléments de données dans un tableau de mise en forme', NO_LAYOUT_TABLE),

  row('6.1', 'Lien explicite', MACHINE),
  row('6.2', 'Intitulé de lien', MACHINE),

  row('7.1', 'Scripts compatibles avec les technologies d’assistance', [
    hand('tree of /suivre and /defibrillateurs: buttons by their role, name and state'),
    hand('28 November 2026, tree: menus are buttons behind a popover, proposals a combobox, dialogs named'),
    hand('28 November 2026, tree: list, article, radiogroup of reasons, named dialogs, statuses'),
  ]),
  row('7.2', 'Alternative de script pertinente', [
    test('src/place/defibrillateurs.test.ts'),
    na('the screens are their script'),
    na('the screens are their script'),
  ]),
  row('7.3', 'Scripts au clavier', [PLACE, SCREENS, STATES]),
  row('7.4', 'Changement de contexte annoncé', [
    hand('no script changes the page'),
    hand('write: no field sends or leads elsewhere'),
    hand('28 November 2026: a status says the decision, the focus goes to the title of the next item'),
  ]),
  row('7.5', 'Messages de statut', [
    test('src/place/forms/forms.test.ts'),
    test('backoffice/townhall/write/write.test.ts'),
    test('backoffice/test/answers.test.ts'),
  ]),

  row('8.1', 'Type de document', MACHINE),
  row('8.2', 'Code valide', [
    hand('28 November 2026: html-validate 10.17, 17 pages without an error'),
    hand('28 November 2026: html-validate 10.17, 9 screens; the label of the text was mended'),
    hand('28 November 2026: html-validate 10.17, 12 screens; the menu of a decision was mended'),
  ]),
  row('8.3', 'Langue par défaut', MACHINE),
  row('8.4', 'Code de langue pertinent', [PLACE, SCREENS, test('backoffice/test/english.test.ts')]),
  row('8.5', 'Titre de page', MACHINE),
  row('8.6', 'Titre de page pertinent', [
    PLACE,
    hand('each screen has its name and “Parvis”'),
    hand('each screen has its name, the desk also how many wait'),
  ]),
  row('8.7', 'Changements de langue', [
    test('src/place/language.test.ts'),
    hand('sign-in: “English” has its language'),
    hand('sign-in and account: the names of languages have theirs'),
  ]),
  row('8.8', 'Code des changements de langue', MACHINE),
  row('8.9', 'Balises utilisées pour leur sens', [
    hand('src/place: no empty paragraph, line breaks within hours and contacts alone'),
    hand('home and write'),
    hand('desk and dialog'),
  ]),
  row('8.10', 'Sens de lecture', [
    test('src/place/serve.test.ts'),
    test('backoffice/test/hostile-texts.test.ts'),
    test('backoffice/test/hostile-texts.test.ts'),
  ]),

  row('9.1', 'Titres', MACHINE),
  row('9.2', 'Structure du document', MACHINE),
  row('9.3', 'Listes', MACHINE),
  row('9.4', 'Citations', [
    hand('src/place/text.ts: a quotation of an author is a blockquote'),
    na('no quotation'),
    na('no quotation'),
  ]),

  row('10.1', 'Présentation par les feuilles de style', MACHINE),
  row(
    '10.2',
    'Contenu présent sans feuille de style',
    both(
      hand('home without style: all texts are there; the style adds a “›” alone'),
      hand('the styles add no word: no `content` but a “⋯” of the comparison'),
    ),
  ),
  row('10.3', 'Compréhensible sans feuille de style', [
    PLACE,
    hand('tree of home and write: the order of the source is that of reading'),
    hand('tree of the desk: menu, list, item, decisions'),
  ]),
  row('10.4', 'Texte agrandi à 200 %', [PAGES, SCREENS, LAYOUT]),
  row(
    '10.5',
    'Couleurs de fond et de texte ensemble',
    both(
      hand('src/place/style/base.css: colours are pairs'),
      hand('backoffice/kit/ui/base.css: text and ground are set together'),
    ),
  ),
  row('10.6', 'Liens visibles dans le texte', [PAGES, SCREENS, LAYOUT]),
  row('10.7', 'Focus visible', [PLACE, SCREENS, STATES]),
  row('10.8', 'Contenus cachés ignorés à raison', MACHINE),
  row('10.9', 'Information non donnée par la forme seule', [
    hand('home, agenda, alert: each shape has its word'),
    hand('home and write: each sign has its word'),
    hand('desk: each sign has its word or its name'),
  ]),
  row('10.10', 'Idem, mis en œuvre à propos', [
    hand('home, agenda, alert: the word is text'),
    hand('home and write: the word is text'),
    hand('desk: the word is text or aria-label'),
  ]),
  row('10.11', 'Écran de 320 points', [PAGES, SCREENS, LAYOUT]),
  row('10.12', 'Espacement du texte', MACHINE),
  row('10.13', 'Contenus au survol ou au focus', [
    hand('base.css, frame.css: nothing but the skip link appears'),
    hand('menus open by a click; hints are those of the browser'),
    hand('menus open by a click; hints are those of the browser'),
  ]),
  row('10.14', 'Contenus par CSS au clavier', [
    hand('frame.css: the skip link alone, at the focus'),
    hand('the skip link alone, at the focus'),
    hand('the skip link alone, at the focus'),
  ]),

  row('11.1', 'Étiquette de champ', MACHINE),
  row('11.2', 'Étiquette pertinente', [
    hand('tree of the form with mistakes: each field is a question'),
    hand('tree of write'),
    hand('tree of the desk and of the dialog'),
  ]),
  row('11.3', 'Étiquettes cohérentes', [
    hand('the forms share their contact fields'),
    hand(
      '28 November 2026: form, page, place, team and account name mail, address, hours and pictures alike',
    ),
    hand('28 November 2026: acteur, import and filters have the words of the town hall: shared/fields'),
  ]),
  row('11.4', 'Étiquette accolée', [
    hand('/p/…/signaler with a mistake, 390 points'),
    hand('tree of write: each label stands before its field'),
    hand('tree of the dialog: each label stands before its field'),
  ]),
  row('11.5', 'Champs regroupés', [
    hand('/p/…/signaler: the reasons are a fieldset'),
    test('backoffice/kit/forms/form-state.test.ts'),
    hand('dialog: the reasons are a radiogroup'),
  ]),
  row('11.6', 'Légende de regroupement', MACHINE),
  row('11.7', 'Légende pertinente', [
    hand('/p/…/signaler'),
    hand('/espace/ecrire: “C’est…”, “Photos et documents”'),
    hand('dialog: “Motif”'),
  ]),
  row('11.8', 'Listes de choix regroupées', all(na('no list of choices has kinds of items'))),
  row('11.9', 'Intitulé de bouton', MACHINE),
  row('11.10', 'Contrôle de saisie', [
    test('src/place/forms/form.test.ts'),
    test('backoffice/kit/forms/form-state.test.ts'),
    test('backoffice/kit/forms/form-state.test.ts'),
  ]),
  row('11.11', 'Suggestions de correction', [
    test('src/place/forms/form.test.ts'),
    test('backoffice/townhall/write/write.test.ts'),
    test('backoffice/office/communes/communes.test.ts'),
  ]),
  row('11.12', 'Données vérifiables ou récupérables', [
    hand('a claim and a subscription are confirmed by a link; the others change no data'),
    hand('publications are modified, withdrawn, brought back'),
    test('backoffice/office/moderation/desk.test.ts'),
  ]),
  row('11.13', 'Finalité des champs', MACHINE),

  row('12.1', 'Deux systèmes de navigation', [
    PLACE,
    na('every screen is in the menu: few pages, all reached from the first'),
    hand('menu, and “Tout chercher”'),
  ]),
  row('12.2', 'Menu à la même place', [
    hand('home, agenda, publication, search: the head is the same'),
    hand('home and write: the head is the same'),
    hand('desk and lists: the menu is the same'),
  ]),
  row('12.3', 'Plan du site pertinent', all(na('no page of that kind: menu and search are the two systems'))),
  row(
    '12.4',
    'Plan du site atteignable',
    all(na('no page of that kind: menu and search are the two systems')),
  ),
  row('12.5', 'Recherche à la même place', [
    hand('in the head of each page of a commune'),
    na('no search of all screens'),
    hand('“Tout chercher” in the menu of each screen'),
  ]),
  row('12.6', 'Zones atteignables', MACHINE),
  row('12.7', 'Lien d’évitement', [PLACE, hand('“Aller au contenu” is the first link'), STATES]),
  row('12.8', 'Ordre de tabulation', [PLACE, SCREENS, STATES]),
  row('12.9', 'Pas de piège au clavier', [PLACE, SCREENS, STATES]),
  row('12.10', 'Raccourcis d’une touche', [
    PLACE,
    hand('the town hall has none'),
    hand('/compte: “Raccourcis d’une seule lettre” switches them off'),
  ]),
  row('12.11', 'Contenus additionnels au clavier', [na('nothing appears on a page'), SCREENS, STATES]),

  row('13.1', 'Limites de temps', [
    hand('no page ends, and the panel reloads by a meta element only without scripts'),
    test('backoffice/townhall/write/never-lost.test.ts'),
    test('backoffice/test/never-lost.test.ts'),
  ]),
  row('13.2', 'Pas de fenêtre sans action', [
    hand('no script opens a window'),
    hand('home and write open none'),
    hand('desk opens none'),
  ]),
  row('13.3', 'Documents accessibles', [
    unmet(
      'authors attach PDF files: the form asks for their words while the text is short, and checks no PDF',
    ),
    na('what its users send is judged on la place'),
    na('what its users send is judged on la place'),
  ]),
  row('13.4', 'Version accessible équivalente', [
    na('no document has another version'),
    na('no document has another version'),
    na('no document has another version'),
  ]),
  row('13.5', 'Contenu cryptique : alternative', all(na('the texts of the pages have none'))),
  row('13.6', 'Contenu cryptique : alternative pertinente', all(na('the texts of the pages have none'))),
  row('13.7', 'Pas de flash', all(hand('the styles have no flash: no animation changes light'))),
  row('13.8', 'Mouvement contrôlable', MACHINE),
  row('13.9', 'Portrait et paysage', [PLACE, SCREENS, LAYOUT]),
  row('13.10', 'Gestes complexes', [
    na('no gesture'),
    na('no gesture'),
    hand('backoffice/office/defibrillateurs/map.tsx: buttons and keys come nearer and move'),
  ]),
  row(
    '13.11',
    'Annulation du pointage',
    all(hand('everything acts on the click, which comes when the pointer leaves')),
  ),
  row('13.12', 'Mouvement de l’appareil', all(na('no sensor of movement is read'))),
]
