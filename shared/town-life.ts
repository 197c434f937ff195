/**
 * Words of town life that residents use for one another: whoever looks for a « vide-grenier » means a « brocante » too. Made
 * by hand from what residents typed in trials, from the names of the State's forms (service-public.gouv.fr) and of waste
 * collections, and from the trades of a small town. Each line is one meaning, its words separated by commas.
 */
export const TOWN_LIFE = {
  ordures_menageres:
    'ordures ménagères, ordures, poubelle, poubelle grise, bac gris, sac noir, déchets ménagers, benne à ordures, éboueurs',
  recyclables:
    'emballages, bac jaune, poubelle jaune, sac jaune, tri, tri sélectif, recyclage, recyclables, recycler, plastique, carton, papier à recycler',
  verre: 'verre, bouteilles en verre, conteneur à verre, colonne à verre, bouteille, bocaux, bocal',
  biodechets:
    'biodéchets, compost, composteur, compostage, déchets de cuisine, épluchures, déchets alimentaires',
  encombrants: 'encombrants, monstres, gros objets, vieux meubles, matelas, canapé, électroménager',
  dechets_verts: 'déchets verts, végétaux, tonte, branchages, branches, taille de haie, feuilles mortes',
  collectes: 'collecte, ramassage, déchets, jour de collecte, calendrier de collecte',
  dechetterie: 'déchèterie, déchetterie, décharge, gravats',
  papiers:
    'carte d’identité, carte nationale d’identité, cni, passeport, papiers d’identité, pièce d’identité, titre d’identité',
  etat_civil:
    'état civil, acte de naissance, extrait de naissance, naissance, mariage, se marier, pacs, pacser, décès, acte de décès, livret de famille, reconnaissance',
  elections:
    'liste électorale, élections, vote, voter, carte d’électeur, carte électorale, procuration, bureau de vote, inscription électorale',
  urbanisme:
    'urbanisme, permis de construire, déclaration préalable, plu, plan local d’urbanisme, cadastre, certificat d’urbanisme',
  recensement: 'recensement, recensement citoyen, journée défense, jdc, service national',
  mairie: 'mairie, hôtel de ville, secrétariat de mairie, accueil de la mairie',
  conseil: 'conseil municipal, délibération, compte rendu du conseil, procès-verbal, séance du conseil',
  action_sociale:
    'ccas, action sociale, aide sociale, aide alimentaire, banque alimentaire, épicerie solidaire',
  france_services: 'france services, aide administrative, démarches, maison de services',
  emploi: 'emploi, recrutement, recrute, offre d’emploi, embauche, job',
  defibrillateur: 'défibrillateur, dae, défibrillation, arrêt cardiaque, crise cardiaque',
  alerte: 'alerte, urgence, vigilance, danger',
  crue: 'crue, inondation, débordement, montée des eaux, déborde, eaux hautes',
  tempete: 'tempête, vent violent, coup de vent, orage',
  neige: 'neige, verglas, déneigement, salage, route glissante',
  canicule: 'canicule, forte chaleur, grosse chaleur, plan canicule',
  travaux:
    'travaux, chantier, route barrée, rue barrée, rue coupée, route coupée, rue fermée, déviation, circulation coupée, circulation interdite',
  coupure_eau: 'coupure d’eau, panne d’eau, eau coupée, manque d’eau',
  coupure_courant:
    'coupure d’électricité, coupure de courant, panne de courant, panne d’électricité, manque de courant',
  frelon: 'frelon, frelon asiatique, guêpe, nid de guêpes, nid de frelons',
  brocante:
    'brocante, vide-grenier, videgrenier, braderie, foire à tout, marché aux puces, puces, bric-à-brac',
  loto: 'loto, lotto, bingo',
  marche: 'marché, marché de producteurs, marché hebdomadaire, jour de marché, marchand ambulant, food truck',
  fete: 'fête, kermesse, fête foraine, manège, bal, fête du village, fête patronale, guinguette, carnaval',
  concert: 'concert, récital, musique, chorale',
  fete_nationale: 'feu d’artifice, 14 juillet, fête nationale, bal populaire',
  commemoration: 'commémoration, 11 novembre, armistice, 8 mai, monument aux morts, anciens combattants',
  voeux: 'vœux, vœux du maire, cérémonie des vœux',
  theatre: 'théâtre, pièce de théâtre, comédie, spectacle',
  cinema: 'cinéma, film, projection, ciné',
  exposition: 'exposition, expo, vernissage',
  randonnee: 'randonnée, rando, balade, marche à pied, promenade, sortie pédestre',
  gymnastique: 'gymnastique, gym, fitness, remise en forme',
  football: 'football, foot, ballon rond',
  velo: 'vélo, cyclisme, cyclo, vtt',
  danse: 'danse, danser, cours de danse',
  piscine: 'piscine, natation, nager, centre aquatique',
  mediatheque: 'médiathèque, bibliothèque, emprunter un livre, prêt de livres, bibli',
  conte: 'heure du conte, conte, lecture pour enfants, bébés lecteurs',
  sang: 'don du sang, collecte de sang, donner son sang, efs',
  aines: 'aînés, anciens, seniors, personnes âgées, troisième âge, 3e âge, 3ème âge, retraités',
  cantine:
    'cantine, cantoche, restaurant scolaire, restauration scolaire, repas de l’école, repas école, menu de la cantine',
  garderie: 'garderie, périscolaire, accueil périscolaire, accueil du soir, étude',
  loisirs: 'centre de loisirs, accueil de loisirs, centre aéré, alsh, vacances enfants, colonie',
  ecole: 'école, école primaire, école maternelle, maternelle, groupe scolaire, inscription scolaire',
  creche:
    'crèche, micro-crèche, nounou, assistante maternelle, halte-garderie, garde d’enfants, petite enfance, multi-accueil',
  transport: 'bus, autocar, transport scolaire, arrêt de bus, ligne de bus, covoiturage',
  salle:
    'salle des fêtes, salle polyvalente, salle communale, location de salle, location salle, louer une salle',
  cimetiere: 'cimetière, concession, tombe, obsèques, pompes funèbres',
  eglise: 'église, messe, paroisse, curé',
  poste: 'la poste, bureau de poste, agence postale, colis, colissimo, recommandé, timbres',
  securite: 'gendarmerie, gendarmes, police, police municipale',
  animaux: 'chien perdu, chien trouvé, chat perdu, chat trouvé, animal perdu, fourrière, animaux errants',
  medecin:
    'médecin, docteur, toubib, doctolib, généraliste, cabinet médical, maison de santé, maison médicale',
  infirmier: 'infirmier, infirmière, cabinet infirmier, prise de sang, soins à domicile',
  dentiste: 'dentiste, chirurgien-dentiste, cabinet dentaire, mal aux dents, orthodontiste',
  opticien: 'opticien, lunettes, ophtalmologue, ophtalmo',
  osteopathe: 'ostéopathe, ostéo',
  veterinaire: 'vétérinaire, véto, clinique vétérinaire',
  notaire: 'notaire, étude notariale',
  banque: 'banque, distributeur de billets, distributeur, dab, retirer de l’argent',
  taxi: 'taxi, vsl, transport médical, ambulance',
  train: 'train, gare, sncf, ter',
  carburant: 'station-service, essence, carburant, borne électrique, borne de recharge, recharger sa voiture',
  hebergement: 'hébergement, hôtel, gîte, chambre d’hôtes, camping, camping-car, aire de camping-car',
  toilettes: 'toilettes publiques, wc, toilettes, sanitaires',
  jeux: 'aire de jeux, jeux pour enfants, balançoire, square, parc, city-stade, skatepark',
  tennis: 'tennis, court de tennis, padel',
  arts_martiaux: 'judo, karaté, aïkido, arts martiaux, dojo',
  ecole_musique: 'école de musique, cours de musique, solfège, cours de piano, conservatoire',
  logement: 'logement social, hlm, logement, appartement à louer, bailleur',
  assainissement: 'assainissement, spanc, fosse septique, tout-à-l’égout, égout',
  bruit: 'bruit, tapage, tondre la pelouse, voisinage, brûlage, brûler ses déchets verts',
  peche: 'pêche, permis de pêche, carte de pêche, étang',
  chasse: 'chasse, chasseurs, battue',
  pharmacie: 'pharmacie, pharmacien, médicaments, doliprane',
  kine: 'kinésithérapeute, kiné',
  boulangerie: 'boulangerie, boulanger, boulangère, pain, baguette, croissant, pâtisserie',
  boucherie: 'boucherie, boucher, charcuterie, viande',
  epicerie: 'épicerie, supérette, supermarché, alimentation, faire ses courses',
  restaurant: 'restaurant, resto, pizzeria, pizza, crêperie, brasserie',
  bar: 'bar, café, bistrot, tabac, bar-tabac',
  coiffeur: 'coiffeur, coiffeuse, coiffure, salon de coiffure, cheveux, barbier',
  garage: 'garage, garagiste, mécanicien, réparation auto, contrôle technique',
  plombier: 'plombier, plomberie, chauffagiste, chauffage, fuite',
  electricien: 'électricien, électricité générale, dépannage électrique',
  menuisier: 'menuisier, menuiserie, charpentier, ébéniste',
  librairie: 'librairie, libraire, acheter un livre',
  fleuriste: 'fleuriste, fleurs, bouquet',
} as const satisfies Readonly<Record<string, string>>

export type Meaning = keyof typeof TOWN_LIFE
