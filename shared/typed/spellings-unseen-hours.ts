import type { Table } from './spellings.ts'

/**
 * Opening hours as pages of town halls, libraries and shops write them, written down before the grammar was mended and never used
 * to mend it. Words of a note count without its articles.
 */
export const UNSEEN_HOURS: Table = [
  ['LUNDI 8h à18h sans interruption', '1 08:00-18:00'],
  ['DU MARDI AU VENDREDI 8h/12h - 13h30/17h45', '2345 08:00-12:00 13:30-17:45'],
  [
    'Lundi et mercredi de 8 h 30 à 12 h et de 13 h 30 à 18 h\nMardi, jeudi et vendredi 8 h 30 – 12 h et 13 h 30 – 17 h',
    '13 08:30-12:00 13:30-18:00 | 245 08:30-12:00 13:30-17:00',
  ],
  [
    'Lundi - Mardi - Jeudi - Vendredi\n08:30 - 12:00 et 15:45 - 18:00\nMercredi:\n08:30 - 12:00\nSamedi:\n09:30 - 12:00',
    '1245 08:30-12:00 15:45-18:00 | 3 08:30-12:00 | 6 09:30-12:00',
  ],
  ['mercredi journée continue : 8h30-17h', '3 08:30-17:00'],
  ['lundi et vendredi : 8h30 | 12h et 13h30 | 17h', '15 08:30-12:00 13:30-17:00'],
  [
    'Mardi au vendredi : 9h-12h et 14h-18h / samedi : 9h-12h et 14h-17h',
    '2345 09:00-12:00 14:00-18:00 | 6 09:00-12:00 14:00-17:00',
  ],
  ['Mardi : 10h-18h / mercredi : 10h-18h / vendredi : 10h-18h / samedi : 10h-18h', '2356 10:00-18:00'],
  ['du lundi au samedi, de 8h00 à 18h00, en journée continue', '123456 08:00-18:00'],
  [
    '- mardi de 16h à 18h\n- mercredi de 10h à 12h et de 14h à 18h\n- samedi de 10h à 12h et de 14h à 16h',
    '2 16:00-18:00 | 3 10:00-12:00 14:00-18:00 | 6 10:00-12:00 14:00-16:00',
  ],
  [
    'Horaires du mardi : de 9h à 12h30 et de 14h à 17h. Horaires des mercredi, jeudi, vendredi et samedi : de 9h à 12h30.',
    '2 09:00-12:30 14:00-17:00 | 3456 09:00-12:30',
  ],
  [
    'Ouvert lundi et mercredi de 11h à 18h, jeudi et vendredi de 11h à 20h, samedi de 10h à 20h, dimanche de 10h à 18h',
    '13 11:00-18:00 | 45 11:00-20:00 | 6 10:00-20:00 | 7 10:00-18:00',
  ],
  [
    'Ouvert le lundi et du mercredi au samedi de 9h à 12h30 et de 13h30 à 18h, le dimanche de 13h30 à 18h',
    '13456 09:00-12:30 13:30-18:00 | 7 13:30-18:00',
  ],
  [
    'Ouvert le lundi, mercredi à vendredi de 8h30 à 17h, le mardi de 14h à 17h, le samedi de 8h30 à 12h',
    '1345 08:30-17:00 | 2 14:00-17:00 | 6 08:30-12:00',
  ],
  ['Ouvert du mercredi au lundi de 10h à 12h et de 14h à 18h', '134567 10:00-12:00 14:00-18:00'],
  ['Ouvert de 10h à 18h du mardi au dimanche', '234567 10:00-18:00'],
  [
    'Ouvert tous les jours de 10h à 18h. Nocturne le mercredi jusqu’à 21h',
    '124567 10:00-18:00 | 3 10:00-21:00',
  ],
  ['L au V 9h/18h', '12345 09:00-18:00'],
  ['L au V 7h30/19h S 8h/18h', '12345 07:30-19:00 | 6 08:00-18:00'],
  ['L au J 8h30/17h30 V 8h30/16h30', '1234 08:30-17:30 | 5 08:30-16:30'],
  ['L au S 8h/22h30 D 8h/20h', '123456 08:00-22:30 | 7 08:00-20:00'],
  ['mo-sa 10:00-20:00 su 11:00-20:00', '123456 10:00-20:00 | 7 11:00-20:00'],
  ['Ma Me J V S D 8h-19h', '234567 08:00-19:00'],
  [
    'Lundi 13:00 17:00 , du mardi au vendredi 08:30 12:30 - 13:30 17:00',
    '1 13:00-17:00 | 2345 08:30-12:30 13:30-17:00',
  ],
  [
    'mardi 14-18 / mercredi 10-12/14-18 / jeudi 14-17',
    '2 14:00-18:00 | 3 10:00-12:00 14:00-18:00 | 4 14:00-17:00',
  ],
  ['mardi entre 10h et 12h', '2 10:00-12:00'],
  ['mercredi de 16 h à 18 h et le samedi de 10 h à 12 h', '3 16:00-18:00 | 6 10:00-12:00'],
  [
    'lundi 13h30 -17h30 mardi 8h -12h et 13h30- 17h30 jeudi 8h-12h',
    '1 13:30-17:30 | 2 08:00-12:00 13:30-17:30 | 4 08:00-12:00',
  ],
  ['9h-19h du lundi au samedi', '123456 09:00-19:00'],
  ['les lundi, mardi et jeudi de 16h30 à 18h', '124 16:30-18:00'],
  [
    'Ouvert du Lundi au Vendredi de 8h30 à 12h00 et de 13h00 à 16h30 Samedi et Dimanche fermé',
    '12345 08:30-12:00 13:00-16:30',
  ],
  [
    'lundi 16h00-19h00   mardi 10h00-12h00   mercredi 14h00-19h00',
    '1 16:00-19:00 | 2 10:00-12:00 | 3 14:00-19:00',
  ],
  ['Ma : 14h - 19h • Me : 14h - 18h • Je : 14h - 18h', '2 14:00-19:00 | 34 14:00-18:00'],
  ['Lundi : 08:30 - 12:30 - 13:30 - 17:30', '1 08:30-12:30 13:30-17:30'],
  [
    'Lundi : fermé toute la journée\nMardi : 9h00 à 12h00\nVendredi : 14h00 à 19h00',
    '2 09:00-12:00 | 5 14:00-19:00',
  ],
  ['Tous les matins de 8 h à 12 h, sauf le dimanche', '123456 08:00-12:00'],
  ['Les mardis et vendredis de 17 heures à 19 heures', '25 17:00-19:00'],
  [
    'Mardi 17 h – 19 h, 1er samedi de chaque mois 10 h – 12 h',
    '2 17:00-19:00 | 6 10:00-12:00 (1er samedi du mois)',
  ],
  ['le 2ème et le 4ème samedi du mois de 9h30 à 11h30', '6 09:30-11:30 (2ème et 4ème samedi du mois)'],
  ['vendredi de 16h à 18h30 (semaines paires)', '5 16:00-18:30 (semaines paires)'],
  ['Mercredi de 14h à 16h en semaine impaire', '3 14:00-16:00 (en semaine impaire)'],
  ['Mairie ouverte le jeudi de 17h30 à 19h30', '4 17:30-19:30'],
  ['Jeudi : 9h à 12h – 14h à 18h ; vendredi : 9h à 12h', '4 09:00-12:00 14:00-18:00 | 5 09:00-12:00'],
  [
    'Lundi au jeudi : 8 h 15 - 12 h 15 / 13 h 30 - 17 h 15 – Vendredi : 8 h 15 - 12 h 15',
    '1234 08:15-12:15 13:30-17:15 | 5 08:15-12:15',
  ],
  [
    'Lundi, mardi : 14h – 17h. Jeudi, vendredi : 14h – 18h. Samedi : 10h – 12h.',
    '12 14:00-17:00 | 45 14:00-18:00 | 6 10:00-12:00',
  ],
  ['lundi matin 9h-12h et jeudi après-midi 14h-18h', '1 09:00-12:00 | 4 14:00-18:00'],
  [
    'Ouvert : mardi de 13h30 à 18h, jeudi de 9h à 12h / Fermé : lundi, mercredi, vendredi',
    '2 13:30-18:00 | 4 09:00-12:00',
  ],
  [
    'du lundi au vendredi 8h-12h et 14h-17h (16h le vendredi)',
    '1234 08:00-12:00 14:00-17:00 | 5 08:00-12:00 14:00-16:00',
  ],
  [
    'lundi au vendredi : 9h - 12h30 / 14h - 17h30 (fermé au public le jeudi matin)',
    '1235 09:00-12:30 14:00-17:30 | 4 14:00-17:30',
  ],
  [
    'du lundi au vendredi de 9h à 12h et de 14h à 17h, sauf le mardi matin',
    '1345 09:00-12:00 14:00-17:00 | 2 14:00-17:00',
  ],
  ['Sans rendez-vous le lundi de 9h à 12h', '1 09:00-12:00'],
  [
    'du mardi au samedi 6h30 – 13h et 15h30 – 19h30, dimanche et jours fériés 7h – 12h30',
    '23456 06:30-13:00 15:30-19:30 | 7 07:00-12:30 (et jours fériés)',
  ],
  ['du lundi au samedi 9h-12h du 1er avril au 31 octobre', '123456 09:00-12:00 (du 1er avril au 31 octobre)'],
  ['Le samedi de 9h à 11h30 sauf juillet et août', '6 09:00-11:30 (sauf juillet et août)'],
  ['Mercredi et samedi 14h30-17h30. Fermé les jours fériés.', '36 14:30-17:30 (sauf jours fériés)'],
  ['7j/7 – 24h/24', '1234567 00:00-24:00'],
  ['Lundi à vendredi : 9-12h / 14-17h', '12345 09:00-12:00 14:00-17:00'],
  ['lun-mar-jeu-ven : 9h00-12h00', '1245 09:00-12:00'],
  ['Lun. 9h–12h ; mar. 14h–17h ; jeu. 9h–12h', '14 09:00-12:00 | 2 14:00-17:00'],
  ['LUNDI–MARDI–JEUDI–VENDREDI : 9 h–12 h / SAMEDI : 9 h–11 h 30', '1245 09:00-12:00 | 6 09:00-11:30'],
  ['lundi 9h12h 14h17h', '1 09:00-12:00 14:00-17:00'],
  [
    'Lundi 8h30-12h00, 13h30-17h00 | Mardi 8h30-12h00 | Mercredi fermé | Jeudi 8h30-12h00',
    '1 08:30-12:00 13:30-17:00 | 24 08:30-12:00',
  ],
  ['le mardi et le vendredi, de 13h30 à 17h', '25 13:30-17:00'],
  ['Vendredi soir de 18h à 19h30', '5 18:00-19:30'],
  ['de 9h à 12h tous les mardis', '2 09:00-12:00'],
  ['Dimanche : 9h – 13h uniquement', '7 09:00-13:00'],
  ['Ouvert du mardi au vendredi et le dimanche de 14h à 18h', '23457 14:00-18:00'],
  [
    'lundi fermé, mardi au samedi 8h30/12h30 15h/19h, dimanche 8h30/12h30',
    '23456 08:30-12:30 15:00-19:00 | 7 08:30-12:30',
  ],
  ['Mardi 15 h 18 h', '2 15:00-18:00'],
  ['Bureau ouvert mardi, jeudi : 10h00 – 12h00 / 15h00 – 17h00', '24 10:00-12:00 15:00-17:00'],
  ['Lundi : 9h-12h\nMardi : -\nMercredi : 14h-18h', '1 09:00-12:00 | 3 14:00-18:00'],
  [
    'tous les jours de 9h à 12h et de 14h à 18h d’avril à octobre',
    '1234567 09:00-12:00 14:00-18:00 (d’avril à octobre)',
  ],
  ['Du lundi au vendredi de 9 h à 12 h et le samedi sur rendez-vous', null],
  ['Lundi 9h-12h (sur RDV l’après-midi)', '1 09:00-12:00 (sur RDV l’après-midi)'],
  ['fermé le lundi', null],
  ['du lundi au vendredi', null],
  ['lundi 12h-9h30', null],
  ['mardi 9h-25h', null],
  ['horaires variables selon la saison', null],
  ['mardi 9h', null],
]
