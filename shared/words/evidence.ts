import type { Label, Words } from './word.ts'

/** How much a piece of evidence about a claim proves, strongest first. */
export const EVIDENCE_STRENGTHS = {
  against: {
    fr: 'S’oppose à la demande',
    en: 'Speaks against it',
    means: 'speaks against the claim: clear it up before approving',
  },
  strong: { fr: 'Preuve solide', en: 'Strong', means: 'shows that the claimant speaks for the acteur' },
  weak: {
    fr: 'Indice',
    en: 'Weak',
    means: 'agrees with the acteur, but others could know or have it as well',
  },
  to_check: { fr: 'À vérifier', en: 'To check', means: 'nothing here proves it or speaks against it yet' },
  nothing: { fr: 'Ne prouve rien', en: 'Proves nothing', means: 'neither for nor against the claim' },
} as const satisfies Words
export type EvidenceStrength = keyof typeof EVIDENCE_STRENGTHS

interface Evidence extends Label {
  readonly means: string
  readonly strength: EvidenceStrength
  /** What it proves, for the moderator. */
  readonly proves: Label
}

/** The kinds of evidence about a claim, each with its strength and what it proves. */
export const EVIDENCE = {
  owner_disagrees: {
    fr: 'Un responsable actuel s’y oppose',
    en: 'A present owner objects',
    means: 'a present owner of the acteur answered that they do not agree',
    strength: 'against',
    proves: {
      fr: 'La personne qui gère déjà la fiche refuse. Écoutez ses raisons avant d’accepter.',
      en: 'Whoever manages the page already refuses. Hear the reasons before you approve.',
    },
  },
  siret_differs: {
    fr: 'SIRET d’un autre organisme',
    en: 'SIRET of another organisation',
    means: 'the message names a SIRET or SIREN other than the acteur’s',
    strength: 'against',
    proves: {
      fr: 'Le numéro donné n’est pas celui de la fiche : erreur de fiche, ou autre organisme.',
      en: 'The number is not that of the page: the wrong page, or another organisation.',
    },
  },
  rna_differs: {
    fr: 'RNA d’une autre association',
    en: 'RNA of another association',
    means: 'the message names an RNA number other than the acteur’s',
    strength: 'against',
    proves: {
      fr: 'Le numéro donné n’est pas celui de la fiche : erreur de fiche, ou autre association.',
      en: 'The number is not that of the page: the wrong page, or another association.',
    },
  },
  letter_code: {
    fr: 'Code de la lettre reçu',
    en: 'Code of the letter',
    means: 'the claimant entered the code of the letter that was sent to the acteur',
    strength: 'strong',
    proves: {
      fr: 'La personne a lu le courrier adressé à l’organisme.',
      en: 'The person has read the letter to the organisation.',
    },
  },
  official_code: {
    fr: 'Code de l’adresse officielle reçu',
    en: 'Code of the official address',
    means: 'the claimant entered the code that was mailed to the official address of the town hall',
    strength: 'strong',
    proves: {
      fr: 'La personne a lu le courriel adressé à la mairie, à l’adresse que deux annuaires de l’État donnent.',
      en: 'The person has read the mail to the town hall, at the address that two directories of the State give.',
    },
  },
  official_siret: {
    fr: 'SIRET de la mairie vérifié',
    en: 'SIRET of the town hall verified',
    means: 'the claimant signed in at a provider that vouched for the SIRET of the town hall',
    strength: 'strong',
    proves: {
      fr: 'La personne travaille à la mairie, selon son identification (ProConnect) ; deux annuaires de l’État donnent ce SIRET.',
      en: 'The person works at the town hall, by their sign-in (ProConnect); two directories of the State give this SIRET.',
    },
  },
  call_back: {
    fr: 'Confirmé par téléphone',
    en: 'Confirmed by telephone',
    means: 'a moderator called a known number of the acteur, and it confirmed the claim',
    strength: 'strong',
    proves: {
      fr: 'Jointe au numéro connu, et non à celui de la demande, une personne de l’organisme a confirmé.',
      en: 'Reached at its known number, not at the one of the claim, the organisation confirmed it.',
    },
  },
  owner_agrees: {
    fr: 'Un responsable actuel est d’accord',
    en: 'A present owner agrees',
    means: 'a present owner of the acteur answered that they agree',
    strength: 'strong',
    proves: {
      fr: 'La personne qui gère déjà la fiche connaît le demandeur et accepte.',
      en: 'Whoever manages the page already knows the claimant and agrees.',
    },
  },
  town_mail: {
    fr: 'Adresse de la mairie, selon l’annuaire',
    en: 'Address of the town hall, by the directory',
    means: 'the claimant’s address has the town’s own domain, as the directory of town halls gives it',
    strength: 'strong',
    proves: {
      fr: 'La personne reçoit des courriels à la mairie : l’annuaire de l’administration donne ce domaine.',
      en: 'The person receives mail at the town hall: the national directory gives this domain.',
    },
  },
  acteur_mail: {
    fr: 'Adresse de la fiche',
    en: 'Address of the page',
    means: 'the claimant’s address is the acteur’s own',
    strength: 'strong',
    proves: {
      fr: 'La personne lit la boîte que la fiche donne en contact.',
      en: 'The person reads the mailbox that the page gives as its contact.',
    },
  },
  site_mail: {
    fr: 'Adresse du même domaine que la fiche',
    en: 'Address of the domain of the page',
    means: 'the claimant’s address has the domain of the acteur’s web site or address',
    strength: 'strong',
    proves: {
      fr: 'La personne reçoit des courriels sur le domaine de l’organisme, qui seul y ouvre des boîtes.',
      en: 'The person receives mail at the organisation’s own domain, which alone opens mailboxes there.',
    },
  },
  town_staff_mail: {
    fr: 'Adresse de la mairie de la commune',
    en: 'Address of the commune’s town hall',
    means: 'the claimant writes from the town hall, but the acteur is not the town hall',
    strength: 'weak',
    proves: {
      fr: 'La personne travaille à la mairie. Cela ne prouve pas qu’elle représente cet organisme.',
      en: 'The person works at the town hall. It does not prove that they speak for this organisation.',
    },
  },
  siret_same: {
    fr: 'SIRET de la fiche',
    en: 'SIRET of the page',
    means: 'the message names the SIRET of the acteur',
    strength: 'weak',
    proves: {
      fr: 'La personne connaît le numéro. Il est public : chacun peut le recopier.',
      en: 'The person knows the number. It is public: anybody can copy it.',
    },
  },
  siret_company: {
    fr: 'SIRET de la même entreprise',
    en: 'SIRET of the same company',
    means: 'the message names the SIREN of the acteur, or another SIRET of the same company',
    strength: 'weak',
    proves: {
      fr: 'Même entreprise, autre établissement. Le numéro est public.',
      en: 'The same company, another establishment. The number is public.',
    },
  },
  rna_same: {
    fr: 'RNA de la fiche',
    en: 'RNA of the page',
    means: 'the message names the RNA number of the acteur',
    strength: 'weak',
    proves: {
      fr: 'La personne connaît le numéro. Il est public : chacun peut le recopier.',
      en: 'The person knows the number. It is public: anybody can copy it.',
    },
  },
  telephone_same: {
    fr: 'Téléphone de la fiche',
    en: 'Telephone of the page',
    means: 'the claimant gives the telephone number of the acteur',
    strength: 'weak',
    proves: {
      fr: 'Le numéro est affiché sur la fiche. Rappelez-le : c’est le rappel qui prouve.',
      en: 'The number is shown on the page. Call it: the call is what proves something.',
    },
  },
  number_to_check: {
    fr: 'SIRET ou RNA sans point de comparaison',
    en: 'SIRET or RNA with nothing to compare',
    means: 'the message names a SIRET or RNA number, and the acteur has none',
    strength: 'to_check',
    proves: {
      fr: 'La fiche n’a pas ce numéro, et aucun registre n’est interrogé d’ici : vérifiez nom et adresse vous-même.',
      en: 'The page lacks this number, and no register is asked from here: check name and address yourself.',
    },
  },
  owners_silent: {
    fr: 'Responsables actuels sans réponse',
    en: 'Present owners have not answered',
    means: 'present owners of the acteur were told, and some have not answered',
    strength: 'to_check',
    proves: {
      fr: 'Ils ont été prévenus par courriel. Attendez leur avis si rien ne presse.',
      en: 'They were told by mail. Wait for their answer if there is time.',
    },
  },
  other_mail: {
    fr: 'Adresse d’un autre domaine',
    en: 'Address of another domain',
    means: 'the claimant’s address has a domain that is not known to be the acteur’s',
    strength: 'nothing',
    proves: {
      fr: 'Rien ne relie ce domaine à l’organisme.',
      en: 'Nothing ties this domain to the organisation.',
    },
  },
  public_mail: {
    fr: 'Adresse grand public (Gmail, Orange…)',
    en: 'Public mail provider (Gmail, Orange…)',
    means: 'the claimant’s address is from a public mail provider',
    strength: 'nothing',
    proves: {
      fr: 'Chacun peut ouvrir une telle adresse au nom qu’il veut.',
      en: 'Anybody can open such an address under any name.',
    },
  },
} as const satisfies Readonly<Record<string, Evidence>>
export type EvidenceKind = keyof typeof EVIDENCE

/** Added to mail evidence whose address the claimant has not proven yet. */
export const UNPROVEN_ADDRESS: Label = {
  fr: 'L’adresse est seulement écrite dans la demande : qui n’a pas cette boîte ne pourra pas ouvrir l’accès, mais rien ne le prouve encore.',
  en: 'The address is only typed in the claim: without this mailbox nobody can open the access, but nothing proves it yet.',
}
