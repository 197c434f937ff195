-- expand: collections on the second, third, fourth or last such day of each month.

alter table collectes drop constraint collectes_frequence_check, add constraint collectes_frequence_check
  check (frequence in ('hebdomadaire', 'semaines_paires', 'semaines_impaires', 'mensuelle', 'mensuelle_2', 'mensuelle_3',
    'mensuelle_4', 'mensuelle_derniere', 'sur_rendez_vous'));
