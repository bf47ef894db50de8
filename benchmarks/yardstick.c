/* The yardstick: W1 in C, one splitmix64 stream a game, the library rebuilt for every game.
 *
 * W1: 60 cards, 24 lands. Seven cards; a hand of 2 to 5 lands is kept, at most two London mulligans (the third hand is
 * kept). After k mulligans k cards go to the bottom: a land while four or more are held, else a spell. On the play: one
 * scry on turn 1 (a land goes to the bottom at four or more lands, a spell at two or fewer), then four draws. Counted:
 * lands in the kept hand and the draws.
 */
#include <stdint.h>
#include <string.h>

#define CARDS 60
#define LANDS 24

static uint64_t next_word(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* One step of Fisher and Yates: the card at `place` is now one of those not dealt before. */
static int deal(uint8_t *library, int place, uint64_t *state)
{
    int other = place + (int)(((next_word(state) >> 32) * (uint64_t)(CARDS - place)) >> 32);
    uint8_t card = library[other];
    library[other] = library[place];
    library[place] = card;
    return card;
}

void play(uint64_t seed, uint64_t games, uint64_t counts[16])
{
    static const uint8_t fresh[CARDS] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    uint8_t library[64];
    for (uint64_t game = 0; game < games; game++) {
        uint64_t mixed = seed + game * 0xd1342543de82ef95u, state = next_word(&mixed);
        int lands, mulligans = 0, place;
        memcpy(library, fresh, CARDS);
        for (;;) {
            lands = 0;
            for (place = 0; place < 7; place++)
                lands += deal(library, place, &state);
            if ((lands >= 2 && lands <= 5) || mulligans == 2)
                break;
            mulligans++;
        }
        for (int i = 0; i < mulligans; i++)
            lands -= lands >= 4;
        int top = deal(library, place++, &state);
        if (top ? lands >= 4 : lands <= 2)
            lands += deal(library, place++, &state);
        else
            lands += top;
        for (int i = 0; i < 3; i++)
            lands += deal(library, place++, &state);
        counts[lands]++;
    }
}
