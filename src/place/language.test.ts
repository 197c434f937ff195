import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLOSINGS, COLLECTIONS, SEVERAL_DAYS } from '../../shared/typed/spellings.ts'
import { HOURS } from '../../shared/typed/spellings-hours.ts'
import { langOfTitle, languageOf } from './language.ts'
import { textOf } from './text.ts'

const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  en: [
    'The library will be closed on Monday. Please return your books to the box at the door.',
    'Guided tours of the castle are free for all children, and you can book at the tourist office.',
  ],
  de: ['Die Bibliothek ist am Montag geschlossen. Bitte werfen Sie die Bücher in den Kasten an der Tür.'],
  nl: ['De bibliotheek is op maandag gesloten. U kunt uw boeken in de bus bij de deur leggen.'],
  es: [
    'La biblioteca estará cerrada el lunes. Por favor, deje los libros en el buzón de la entrada para todos.',
  ],
  it: [
    'La biblioteca è chiusa il lunedì. I libri si possono lasciare nella cassetta che è accanto alla porta.',
  ],
  pt: [
    'A biblioteca não abre na segunda-feira. Os livros podem ser deixados na caixa que fica ao lado da porta.',
  ],
  ar: ['المكتبة مغلقة يوم الاثنين'],
  uk: ['Бібліотека зачинена в понеділок'],
  ru: ['Библиотека закрыта в понедельник'],
  zh: ['图书馆星期一休息'],
  ja: ['図書館は月曜日にお休みです'],
}

test('words in another language are known by it', () => {
  for (const [language, texts] of Object.entries(FOREIGN))
    for (const text of texts) assert.equal(languageOf(text), language, text)
})

test('French is not taken for another language, nor are names, figures and short titles', () => {
  const french = [
    'Le marché de Noël aura lieu le samedi 12 décembre sur la place de l’église, avec vin chaud et marrons.',
    'La mairie sera fermée du 24 décembre au 2 janvier.',
    'Concert de Christmas Gospel Singers : « Oh Happy Day », « Amazing Grace », « Joy to the World »',
    'Loto, belote, tarot, pétanque, randonnée, yoga, couture, échecs',
    'Fest-noz avec Ar Re Youank et An Tour Tan, salle des fêtes',
    'Black Friday, Halloween, trail, escape game',
    'Tél. 02 38 00 45 45 – mairie@exemple.fr – www.exemple.fr',
  ]
  const typed = [HOURS, SEVERAL_DAYS, CLOSINGS, COLLECTIONS].flat().map(([text]) => text)
  for (const text of [...french, ...typed]) assert.equal(languageOf(text), undefined, text)
})

test('the page marks each part in another language, and the title of a text that is all in one', () => {
  const [english = ''] = FOREIGN.en ?? []
  const shown = textOf(
    `La bibliothèque est fermée le lundi.\n\n${english}\n\n- ${english}\n- un livre`,
  ).toString()
  assert.match(shown, /^<p>La biblio.*<p lang="en">The library.*<li lang="en">The library.*<li>un livre/)
  assert.equal(`${langOfTitle({ title: 'Library closed', body: english })}`, ' lang="en"')
  assert.equal(
    langOfTitle({ title: 'Escape game', body: 'Une partie est prévue pour les enfants le samedi.' }),
    undefined,
  )
})
