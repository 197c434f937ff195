import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { client } from '../../kit/api/queries.ts'
import { Refused, unreachable } from '../../kit/api/refused.ts'
import { FormHead } from '../../kit/forms/form-state.tsx'
import { Address } from '../../kit/ui/address.tsx'
import { BackLink } from '../../kit/ui/back-link.tsx'
import { Button, IconButton } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Dialog, DialogActs } from '../../kit/ui/dialog.tsx'
import { Diff, OneSide } from '../../kit/ui/diff.tsx'
import { Face, Mark } from '../../kit/ui/face.tsx'
import { Facts } from '../../kit/ui/facts.tsx'
import { Icon, type IconName, STROKES } from '../../kit/ui/icon.tsx'
import { Markdown } from '../../kit/ui/markdown.tsx'
import { Menu } from '../../kit/ui/menu.tsx'
import { Empty, Failure, Loading, Note, Problem } from '../../kit/ui/message.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import { type Column, Table } from '../../kit/ui/table.tsx'
import { TabBar, TabCount } from '../../kit/ui/tabs.tsx'
import { Fields } from './fields.tsx'
import css from './gallery.module.css'

/** Every component in light and in dark. */
export const Gallery = () => (
  <QueryClientProvider client={client}>
    <main className={css.both}>
      <Side name="Clair" scheme={css.light} />
      <Side name="Sombre" scheme={css.dark} />
    </main>
  </QueryClientProvider>
)

const Side = ({ name, scheme }: { readonly name: string; readonly scheme: string | undefined }) => (
  <section className={`stack fits gap-24 ${css.side} ${scheme}`} aria-label={name}>
    <h1>{name}</h1>
    <Buttons />
    <Chips />
    <Fields />
    <Messages />
    <Overlays />
    <Section title="Tabs, BackLink">
      <BackLink>
        <a href="#list">Acteurs</a>
      </BackLink>
      <TabBar label={`Tabs, ${name}`}>
        <a href="#here" aria-current="page">
          En attente <TabCount of={37} />
        </a>
        <a href="#there">
          Signalées <TabCount of={4} />
        </a>
        <a href="#empty">Corbeille</a>
      </TabBar>
    </Section>
    <Section title="Table, Facts">
      <Facts
        facts={[
          ['Dates', '12 et 13 décembre 2026'],
          ['Lieu', 'Salle des fêtes'],
        ]}
      />
      <p>
        <Address of="secretariat.general@mairie.saint-benoit-sur-loire.example" />
      </p>
      <Table caption={`Table, ${name}`} columns={COLUMNS} rows={ROWS} keyOf={({ nom }) => nom} />
    </Section>
    <Section title="Markdown">
      <Markdown text={TEXT} />
    </Section>
    <Section title="Diff, OneSide">
      <Diff before="Rendez-vous samedi à 10 h sur la place." after="Rendez-vous dimanche à 10 h au parc." />
      <Diff before={`${TEXT}\n\n${TEXT}\n\nFin.`} after={`${TEXT}\n\n${TEXT}\n\nSuite.`} />
      <OneSide before="samedi à 10 h" after="dimanche à 10 h" side="before" />
      <OneSide before="samedi à 10 h" after="dimanche à 10 h" side="after" />
    </Section>
    <Section title="Icon, Face, Mark">
      <p className="row gap-10 middle">
        {(Object.keys(STROKES) as IconName[]).map(icon => (
          <span key={icon} className="row gap-10 middle">
            <Icon name={icon} /> {icon}
          </span>
        ))}
        <Face name="Maëlle Le Goff" />
        <Mark />
      </p>
    </Section>
  </section>
)

const LOOKS = ['plain', 'primary', 'bad', 'grave', 'quiet', 'link'] as const

const Buttons = () => (
  <Section title="Button, IconButton">
    {LOOKS.map(look => (
      <Actions key={look}>
        <Button look={look}>{look}</Button>
        <Button look={look} icon="check" hint="P">
          icône et touche
        </Button>
        <Button look={look} off>
          à l’arrêt
        </Button>
      </Actions>
    ))}
    <Button look="primary" wide>
      sur toute la largeur
    </Button>
    <Actions>
      <IconButton icon="back" label="Page précédente" off />
      <IconButton icon="forward" label="Page suivante" />
      <IconButton icon="more" label="Autres actions" />
    </Actions>
  </Section>
)

const TONES = ['ok', 'wait', 'bad', 'info', 'plum', 'plain'] as const

const Chips = () => (
  <Section title="Chip">
    <p className="row gap-10 middle">
      {TONES.map(tone => (
        <Chip key={tone} tone={tone}>
          {tone}
        </Chip>
      ))}
      <Chip tone="bad" icon="flag">
        2 signalements
      </Chip>
    </p>
  </Section>
)

const REFUSED = new Refused(409, {
  error: 'conflict',
  message: 'Quelqu’un l’a changée entre-temps.',
  request_id: '01a1fcf0-5b17-744e-a6e2-bc9c1d3839f8',
  details: [{ path: 'title', message: 'Le titre est pris.' }],
})
const nothing = () => {}

const Messages = () => (
  <Section title="Note, FormHead, Failure, Problem, Empty, Loading">
    {(['ok', 'info', 'wait', 'bad'] as const).map(tone => (
      <Note key={tone} tone={tone}>
        Une phrase qui compte ({tone}).
      </Note>
    ))}
    <FormHead of={{ isUnsaved: true, drop: nothing }} />
    <Failure>Ce qui vient d’être fait n’a pas abouti.</Failure>
    <Problem error={REFUSED} retry={nothing} />
    <Problem error={unreachable()} retry={nothing} />
    <Problem error={new Error('a fault of ours')} />
    <Empty title="Rien n’attend.">
      <p>Ce qui arrive paraîtra ici tout seul.</p>
      <Button>Tout montrer</Button>
    </Empty>
    <Loading />
  </Section>
)

function Overlays() {
  const [open, setOpen] = useState<'plain' | 'wide'>()
  const close = () => setOpen(undefined)
  return (
    <Section title="Dialog, Menu">
      <Actions>
        <Button onClick={() => setOpen('plain')}>Dialog</Button>
        <Button onClick={() => setOpen('wide')}>Dialog, wide</Button>
        <Menu trigger={props => <Button {...props}>Menu</Button>}>
          <Entry icon="star">Mettre en avant</Entry>
          <Entry icon="bin">Effacer</Entry>
        </Menu>
      </Actions>
      {open && (
        <Dialog
          title="Refuser la publication"
          about="« Don du sang »"
          wide={open === 'wide'}
          onClose={close}
          onSubmit={close}
        >
          <Fields />
          <DialogActs keep="Ne pas refuser" now="Refuser" look="grave" hint="Ctrl ↵" onClose={close} />
        </Dialog>
      )}
    </Section>
  )
}

const Entry = ({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) => (
  <button type="button">
    <Icon name={icon} /> {children}
  </button>
)

const ROWS = [
  { nom: 'Étoile sportive de Sainte-Œuvre', commune: 'Sainte-Œuvre-sur-Loire', publications: 1_204 },
  { nom: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk', commune: undefined, publications: 0 },
]
const COLUMNS: readonly Column<(typeof ROWS)[number]>[] = [
  { name: 'Nom', of: ({ nom }) => <a href="#acteur">{nom}</a> },
  { name: 'Commune', of: ({ commune }) => commune },
  { name: 'Publications', of: ({ publications }) => publications, isNumber: true },
]

const TEXT = `### Un titre
Un texte **gras**, *penché*, ~~barré~~, \`code\`, [un lien](https://example.org).

- une liste
- de deux

1. d’abord
2. ensuite

> Une citation

| Jour | Heure |
|---|---|
| samedi | 10 h |

![affiche](https://example.org/a.png)

---

<b>du HTML reste du texte</b>`
