/** What agencies claim of the operator's share. */
export const messages = {
  Claims: 'المطالبات',
  'Reported bursts': 'الدفعات المبلَّغ عنها',
  'Leads that agencies reported as forged. Voiding credits the client and the agency.':
    'عملاء محتملون أبلغت الوكالات عن تزويرهم. الإبطال يضيف الرصيد للعميل وللوكالة.',
  'No reported bursts': 'لا دفعات مبلَّغ عنها',
  'When an agency reports leads on hold as forged, they wait here for your decision.':
    'عندما تبلّغ وكالة عن تزوير عملاء محتملين معلَّقين ينتظرون هنا قرارك.',
  'Far more leads than usual': 'عملاء محتملون أكثر بكثير من المعتاد',
  'Leads that look forged': 'عملاء محتملون يبدون مزوَّرين',
  'Client’s credit': 'رصيد العميل',
  'Agency’s credit': 'رصيد الوكالة',
  Voided: 'أُبطل',
  Void: 'إبطال',
  'Void the leads of {name}': 'إبطال العملاء المحتملين لحملة {name}',
  '{count, plural, one {Void # lead of {name}?} other {Void # leads of {name}?}}':
    '{count, plural, zero {إبطال العملاء المحتملين لحملة {name}؟} one {إبطال عميل محتمل واحد لحملة {name}؟} two {إبطال عميلين محتملين لحملة {name}؟} few {إبطال # عملاء محتملين لحملة {name}؟} many {إبطال # عميلًا محتملًا لحملة {name}؟} other {إبطال # عميل محتمل لحملة {name}؟}}',
  '{client} is credited {retail} and {agency} {wholesale}. Destinations are asked to remove the leads. This cannot be undone.':
    'يُضاف {retail} إلى رصيد {client} و{wholesale} إلى رصيد {agency}. ويُطلب من الوجهات إزالة العملاء المحتملين. لا يمكن التراجع عن ذلك.',
  'What agencies want back of your wholesale revenue for returned, excluded and refunded leads.':
    'ما تريد الوكالات استرداده من إيراد الجملة لديك عن عملاء محتملين أُرجعوا أو استُبعدوا أو رُدّ ثمنهم.',
  'Addresses excluded': 'استُبعدت عناوين',
  'Given back': 'أُعيد',
  'No longer claimed': 'لم يعد مطلوبًا',
  'Over the month’s limit': 'فوق حد الشهر',
  'Too long after the lead': 'بعد مدة طويلة من العميل المحتمل',
  '{count, plural, one {# claim waiting} other {# claims waiting}}':
    '{count, plural, zero {لا مطالبات بالانتظار} one {مطالبة واحدة بالانتظار} two {مطالبتان بالانتظار} few {# مطالبات بالانتظار} many {# مطالبة بالانتظار} other {# مطالبة بالانتظار}}',
  'No claims': 'لا مطالبات',
  'What an agency wants back beyond its limit waits here for your decision.':
    'ما تريد وكالة استرداده فوق حدها ينتظر هنا قرارك.',
  'What you want back beyond your limit waits here for the platform operator’s decision.':
    'ما تريد استرداده فوق حدك ينتظر هنا قرار مشغّل المنصة.',
  'Claimed for': 'سبب المطالبة',
  'Claimed on': 'تاريخ المطالبة',
  'Give back all that {name} claims': 'إعادة كل ما تطالب به {name}',
  'Give back what {name} claims': 'إعادة ما تطالب به {name}',
  'Give back all': 'إعادة الكل',
  'Give back': 'إعادة',
  'Decline all claims of {name}': 'رفض كل مطالبات {name}',
  'Decline the claim of {name}': 'رفض مطالبة {name}',
  'Decline all': 'رفض الكل',
  Decline: 'رفض',
  'Give {amount} back to {name}?': 'إعادة {amount} إلى {name}؟',
  'Decline {amount} of {name}?': 'رفض {amount} تطالب بها {name}؟',
  'It is credited to the agency at once, in addition to its limit. This cannot be undone.':
    'يُضاف إلى رصيد الوكالة فورًا، زيادةً على حدها. لا يمكن التراجع عن ذلك.',
  'The agency bears what it has credited or refunded to its client. This cannot be undone.':
    'تتحمل الوكالة ما أضافته إلى رصيد عميلها أو ردّته إليه. لا يمكن التراجع عن ذلك.',
  'Given back by agency': 'ما أُعيد حسب الوكالة',
  'How much of its cost each agency got back is shown here.': 'يظهر هنا كم استردّت كل وكالة من تكلفتها.',
  '{share} of the cost': '{share} من التكلفة',
  'Limit of returned share': 'حد الحصة المُعادة',
  'Limit what comes back by itself': 'وضع حد لما يُعاد تلقائيًا',
  'Share of the month’s cost': 'نسبة من تكلفة الشهر',
  'Days after the lead': 'أيام بعد العميل المحتمل',
  'Same limit as for all agencies': 'الحد نفسه لكل الوكالات',
  'Wholesale prices of credited leads and refunded payments come back at once.':
    'تُعاد فورًا أسعار الجملة للعملاء المحتملين الذين أُضيف رصيدهم وللدفعات المردودة.',
  '{days, plural, one {Within a day of the lead, up to {share}% of a month’s wholesale cost comes back at once: of this month’s so far or of last month’s, whichever is more.} other {Within # days of the lead, up to {share}% of a month’s wholesale cost comes back at once: of this month’s so far or of last month’s, whichever is more.}}':
    '{days, plural, zero {في يوم العميل المحتمل نفسه يُعاد فورًا حتى {share}% من تكلفة الجملة لشهر: هذا الشهر حتى الآن أو الشهر الماضي، أيهما أكثر.} one {خلال يوم من العميل المحتمل يُعاد فورًا حتى {share}% من تكلفة الجملة لشهر: هذا الشهر حتى الآن أو الشهر الماضي، أيهما أكثر.} two {خلال يومين من العميل المحتمل يُعاد فورًا حتى {share}% من تكلفة الجملة لشهر: هذا الشهر حتى الآن أو الشهر الماضي، أيهما أكثر.} few {خلال # أيام من العميل المحتمل يُعاد فورًا حتى {share}% من تكلفة الجملة لشهر: هذا الشهر حتى الآن أو الشهر الماضي، أيهما أكثر.} many {خلال # يومًا من العميل المحتمل يُعاد فورًا حتى {share}% من تكلفة الجملة لشهر: هذا الشهر حتى الآن أو الشهر الماضي، أيهما أكثر.} other {خلال # يوم من العميل المحتمل يُعاد فورًا حتى {share}% من تكلفة الجملة لشهر: هذا الشهر حتى الآن أو الشهر الماضي، أيهما أكثر.}}',
  'Anything beyond that waits for your decision; the agency’s clients get their credits and refunds anyway.':
    'ما زاد على ذلك ينتظر قرارك؛ ويحصل عملاء الوكالة على أرصدتهم ومبالغهم المردودة على أي حال.',
  'Anything beyond that waits for the platform operator; your clients get their credits and refunds anyway.':
    'ما زاد على ذلك ينتظر مشغّل المنصة؛ ويحصل عملاؤك على أرصدتهم ومبالغهم المردودة على أي حال.',
  'This is the default: nobody has set a limit yet.': 'هذا هو الحد المبدئي: لم يضع أحد حدًا بعد.',
  'Returned wholesale cost': 'تكلفة الجملة المُعادة',
  'What you get back for leads that were returned, excluded or refunded.':
    'ما تستردّه عن عملاء محتملين أُرجعوا أو استُبعدوا أو رُدّ ثمنهم.',
  'Wholesale cost this month': 'تكلفة الجملة هذا الشهر',
  'Given back this month': 'أُعيد هذا الشهر',
  'Limit used': 'المستخدم من الحد',
  'of {amount} this month': 'من {amount} هذا الشهر',
  'Waiting for the platform operator': 'بانتظار مشغّل المنصة',

  // Of the server and the contract.
  'These claims were decided already.': 'اتُّخذ قرار في هذه المطالبات من قبل.',
  'Your share was given back.': 'أُعيدت حصتك.',
  'The claims were declined.': 'رُفضت المطالبات.',
  'Choose an agency.': 'اختر وكالة.',
  'Limit of returned share changed': 'تغيّر حد الحصة المُعادة',
  'Share given back': 'أُعيدت حصة',
  'Claim declined': 'رُفضت مطالبة',
  'Claims decided': 'اتُّخذ قرار في مطالبات',
}
