import type { NoticeTexts } from '../../types.ts';

export const notice: NoticeTexts = {
  program: {
    title: 'Soruları kim soruyor',
    text: '“{role}” pozisyonu için soruları bir bilgisayar programı sorar. Siz konuşurken hiçbir insan dinlemez ve program hakkınızda karar vermez.',
  },
  recorded: {
    title: 'Ne kaydedilir',
    text: 'Sesiniz kaydedilir ve bir bilgisayar onu metne çevirir. Yazdıklarınız da saklanır. Görüntü yoktur.',
  },
  scored: {
    title: 'Ne puanlanır',
    text: 'Bir bilgisayar kayıttan kelime dağarcığınızı, akıcılığınızı ve aksanınızı puanlar. Puanlar bu görüşmenin dilini nasıl konuştuğunuzu gösterir. Bildiklerinizi değerlendirmez.',
    none: 'Nasıl konuştuğunuz puanlanmaz.',
  },
  seen: { title: 'Kim alır', text: '{client} bunların hepsini alır ve nasıl kullanıldığından sorumludur.' },
  kept: {
    title: 'Ne kadar saklanır',
    text: 'Görüşmenin bitiminden itibaren:',
    recording: 'Kayıt',
    transcript: 'Metin',
    scores: 'Puanlar',
    untilDeleted: '{client} silene kadar',
  },
  ask: {
    title: 'Kime sorabilirsiniz',
    text: 'Soru sorabilir, engelliliğiniz nedeniyle başka bir düzenleme isteyebilir, verilerinizi görebilir, düzelttirebilir veya sildirebilir, bir puanın açıklanmasını ve bir insan tarafından incelenmesini isteyebilirsiniz. Sizi davet edenlere yazın.',
    contact: 'İletişim: {contact}',
    privacy: 'Gizlilik bildirimi: {url}',
  },
  without: {
    title: 'Kabul etmezseniz',
    text: 'Kabul etmek zorunda değilsiniz. O zaman hiçbir şey kaydedilmez ve burada görüşme yapılmaz; sizi davet edenlerden başka bir yol isteyin. Kabul etseniz bile görüşmeyi istediğiniz an bitirebilirsiniz.',
  },
  added: '{client} ekliyor',
  agree: {
    recorded: 'Bunu okudum ve kaydedilmeyi kabul ediyorum.',
    scored:
      'Bunu okudum; kaydedilmeyi ve kelime dağarcığımın, akıcılığımın ve aksanımın bir bilgisayar tarafından puanlanmasını kabul ediyorum.',
  },
};
