/* Self-play for training the bots' net, and nothing else: benchmarks/train_net.py builds and runs it; no player's machine
   needs it. The game is that of engine/bots/core.py, with the same positions and numbers of actions; the net sees what
   engine/bots/net.py shows it; the search is that of engine/bots/puct.py, one position at a time. Both twins are checked
   by `python -m benchmarks.train_net check`.

   selfplay CARDS NOBLES random SEED GAMES                       games by chance, with all legal actions
   selfplay CARDS NOBLES judge NET                               opinions on the samples on standard input
   selfplay CARDS NOBLES play NET SEED GAMES FULL QUICK SEATS    games of a net with itself; `2234`: half at two seats
   selfplay CARDS NOBLES match NET NET SEED GAMES SEATS SIMULATIONS   how often the first wins
   All but the last write samples on standard output. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The game: engine/bots/core.py ---- */

enum { TURN, ROUND, PASSES, LAST_ROUND, FEWER, BANK, TABLE = 11, DECKS = 23, TILES = 26, SEATS = 31 };
enum { BONUSES = 6, POINTS = 11, BOUGHT = 12, HAND = 13, RESIGNED = 16, BLOCK = 17 };
enum { BUY, BUY_HELD = 12, RESERVE = 15, RESERVE_DECK = 27, TAKE = 30, PASS = 60, GIVE_BACK = 61, ACTIONS = 67 };
enum { GOLD = 5, NOTHING = -1, LONGEST = SEATS + 4 * BLOCK, MOST_PLIES = 400 };

typedef struct { int level, bonus, points, cost[5]; } Card;
typedef struct { int8_t at[LONGEST]; } Flat;
typedef struct { uint64_t low, high; } Cards; /* a set of cards */

static Card cards[90];
static int nobles[10][5];
static int gem_sets[30][3], set_size[30];
static int starts[4] = {0, 40, 70, 90};

static void read_tables(const char *card_file, const char *noble_file) {
    char line[200], letter, colour[20];
    const char *letters = "wugrk";
    FILE *file = fopen(card_file, "r");
    if (!file || !fgets(line, sizeof line, file)) exit(2);
    for (int c = 0; c < 90 && fgets(line, sizeof line, file); c++) {
        Card *card = &cards[c];
        sscanf(line, "%*d%c%*d,%d,%[a-z],%d,%d,%d,%d,%d,%d", &letter, &card->level, colour, &card->points, card->cost,
               card->cost + 1, card->cost + 2, card->cost + 3, card->cost + 4);
        card->bonus = (int)(strchr(letters, letter) - letters);
    }
    fclose(file);
    file = fopen(noble_file, "r");
    if (!file || !fgets(line, sizeof line, file)) exit(2);
    for (int n = 0; n < 10 && fgets(line, sizeof line, file); n++)
        sscanf(line, "%*[^,],%*d,%d,%d,%d,%d,%d", nobles[n], nobles[n] + 1, nobles[n] + 2, nobles[n] + 3, nobles[n] + 4);
    fclose(file);
    int count = 0;
    for (int a = 0; a < 5; a++) for (int b = a + 1; b < 5; b++) for (int c = b + 1; c < 5; c++) {
        int set[3] = {a, b, c};
        memcpy(gem_sets[count], set, sizeof set); set_size[count++] = 3;
    }
    for (int a = 0; a < 5; a++) for (int b = a + 1; b < 5; b++) {
        gem_sets[count][0] = a; gem_sets[count][1] = b; set_size[count++] = 2;
    }
    for (int a = 0; a < 5; a++) { gem_sets[count][0] = a; set_size[count++] = 1; }
    for (int a = 0; a < 5; a++) { gem_sets[count][0] = gem_sets[count][1] = a; set_size[count++] = 2; }
}

static uint64_t luck = 88172645463325252ull;
static uint64_t drawn(void) { luck ^= luck << 13; luck ^= luck >> 7; luck ^= luck << 17; return luck * 2685821657736338717ull; }
static int below(int n) { return (int)((drawn() >> 33) % (uint64_t)n); }
static double uniform(void) { return ((drawn() >> 11) + 0.5) / 9007199254740992.0; }
static void seeded(uint64_t seed) { luck = seed * 0x9E3779B97F4A7C15ull + 1; for (int i = 0; i < 20; i++) drawn(); }

static void put(Cards *set, int card) { if (card < 64) set->low |= 1ull << card; else set->high |= 1ull << (card - 64); }
static int has(const Cards *set, int card) { return (int)((card < 64 ? set->low >> card : set->high >> (card - 64)) & 1); }

static int sum6(const int8_t *t) { return t[0] + t[1] + t[2] + t[3] + t[4] + t[5]; }

static int can_pay(const int8_t *seat, int card) {
    int gold = seat[GOLD];
    for (int g = 0; g < 5; g++) {
        int lacking = cards[card].cost[g] - seat[BONUSES + g] - seat[g];
        if (lacking > 0) gold -= lacking;
    }
    return gold >= 0;
}

static int legal(const Flat *f, int *actions) {
    int count = 0, there = 0;
    if (f->at[TURN] < 0) return 0;
    const int8_t *seat = f->at + SEATS + BLOCK * f->at[TURN], *bank = f->at + BANK;
    if (sum6(seat) > 10) {
        for (int c = 0; c < 6; c++) if (seat[c]) actions[count++] = GIVE_BACK + c;
        return count;
    }
    for (int p = 0; p < 12; p++) if (f->at[TABLE + p] >= 0 && can_pay(seat, f->at[TABLE + p])) actions[count++] = BUY + p;
    for (int h = 0; h < 3; h++) if (seat[HAND + h] >= 0 && can_pay(seat, seat[HAND + h])) actions[count++] = BUY_HELD + h;
    for (int g = 0; g < 5; g++) there += bank[g] > 0;
    int most = there < 3 ? there : 3;
    for (int s = 0; s < 30; s++) {
        int *set = gem_sets[s], size = set_size[s], possible = size <= most && (size == most || f->at[FEWER]);
        if (s >= 25) possible = bank[set[0]] >= 4;
        else for (int g = 0; g < size; g++) possible &= bank[set[g]] > 0;
        if (possible) actions[count++] = TAKE + s;
    }
    if (seat[HAND + 2] == NOTHING) {
        for (int p = 0; p < 12; p++) if (f->at[TABLE + p] >= 0) actions[count++] = RESERVE + p;
        for (int l = 0; l < 3; l++) if (f->at[DECKS + l]) actions[count++] = RESERVE_DECK + l;
    }
    if (!count) actions[count++] = PASS;
    return count;
}

/* The level of the deck that an action draws from, or -1. */
static int deck_of(const Flat *f, int action) {
    int level = action < BUY_HELD ? action / 4 : action < RESERVE ? -1 : action < RESERVE_DECK ? (action - RESERVE) / 4
              : action < TAKE ? action - RESERVE_DECK : -1;
    return level >= 0 && f->at[DECKS + level] ? level : -1;
}

static void end_turn(Flat *f, int seats, int8_t *seat, int passed) {
    int8_t *at = f->at;
    for (int t = TILES; t < SEATS && at[t] >= 0; t++) {
        int met = 1;
        for (int g = 0; g < 5; g++) met &= seat[BONUSES + g] >= nobles[(int)at[t]][g];
        if (!met) continue;
        seat[POINTS] += 3;
        memmove(at + t, at + t + 1, SEATS - 1 - t);
        at[SEATS - 1] = NOTHING;
        break;
    }
    at[PASSES] = passed ? at[PASSES] + 1 : 0;
    int last = at[LAST_ROUND] || seat[POINTS] >= 15, new_round = at[TURN] + 1 == seats;
    if ((new_round && last) || (passed && at[PASSES] >= seats)) { at[TURN] = NOTHING; return; }
    at[TURN] = new_round ? 0 : at[TURN] + 1;
    at[LAST_ROUND] = last;
    at[ROUND] += new_round;
}

/* `card` is what is turned up or drawn, where something is. */
static void play(Flat *f, int seats, int action, int card) {
    int8_t *at = f->at, *seat = at + SEATS + BLOCK * at[TURN];
    int deck = deck_of(f, action);
    if (deck >= 0) at[DECKS + deck]--; else card = NOTHING;
    if (action < RESERVE) {
        int bought;
        if (action < BUY_HELD) { bought = at[TABLE + action]; at[TABLE + action] = card; }
        else {
            int8_t *slot = seat + HAND + action - BUY_HELD;
            bought = *slot;
            memmove(slot, slot + 1, seat + HAND + 2 - slot);
            seat[HAND + 2] = NOTHING;
        }
        for (int g = 0; g < 5; g++) {
            int due = cards[bought].cost[g] - seat[BONUSES + g];
            if (due <= 0) continue;
            int own = due < seat[g] ? due : seat[g];
            seat[g] -= own; at[BANK + g] += own;
            seat[GOLD] -= due - own; at[BANK + GOLD] += due - own;
        }
        seat[BONUSES + cards[bought].bonus]++;
        seat[POINTS] += cards[bought].points;
        seat[BOUGHT]++;
    } else if (action < TAKE) {
        int8_t *slot = seat + HAND;
        while (*slot != NOTHING) slot++;
        if (action < RESERVE_DECK) { *slot = at[TABLE + action - RESERVE]; at[TABLE + action - RESERVE] = card; }
        else *slot = card;
        if (at[BANK + GOLD]) { at[BANK + GOLD]--; seat[GOLD]++; }
    } else if (action < PASS) {
        for (int g = 0; g < set_size[action - TAKE]; g++) {
            at[BANK + gem_sets[action - TAKE][g]]--; seat[gem_sets[action - TAKE][g]]++;
        }
    } else if (action > PASS) { at[BANK + action - GIVE_BACK]++; seat[action - GIVE_BACK]--; }
    if (sum6(seat) <= 10) end_turn(f, seats, seat, action == PASS);
}

static void outcome(const Flat *f, int seats, float *shares) {
    int best = -1, count = 0;
    for (int s = 0; s < seats; s++) {
        const int8_t *seat = f->at + SEATS + BLOCK * s;
        int merit = seat[POINTS] * 100 - seat[BOUGHT];
        if (merit > best) { best = merit; count = 0; }
        count += merit == best;
    }
    for (int s = 0; s < seats; s++) {
        const int8_t *seat = f->at + SEATS + BLOCK * s;
        shares[s] = seat[POINTS] * 100 - seat[BOUGHT] == best ? 1.0f / count : 0.0f;
    }
}

static int unseen_card(int level, const Cards *seen) {
    int card;
    do card = starts[level] + below(starts[level + 1] - starts[level]); while (has(seen, card));
    return card;
}

static Flat dealt(int seats, int fewer, Cards *seen) {
    Flat f;
    memset(&f, 0, sizeof f);
    memset(seen, 0, sizeof *seen);
    f.at[ROUND] = 1; f.at[FEWER] = fewer;
    for (int g = 0; g < 5; g++) f.at[BANK + g] = seats == 2 ? 4 : seats == 3 ? 5 : 7;
    f.at[BANK + GOLD] = 5;
    for (int l = 0; l < 3; l++) {
        for (int p = 0; p < 4; p++) { int card = unseen_card(l, seen); put(seen, card); f.at[TABLE + 4 * l + p] = card; }
        f.at[DECKS + l] = starts[l + 1] - starts[l] - 4;
    }
    int order[10];
    for (int n = 0; n < 10; n++) { int other = below(n + 1); order[n] = order[other]; order[other] = n; }
    for (int t = 0; t < 5; t++) f.at[TILES + t] = t <= seats ? order[t] : NOTHING;
    for (int s = 0; s < seats; s++) memset(f.at + SEATS + BLOCK * s + HAND, NOTHING, 3);
    return f;
}

/* ---- The net: engine/bots/net.py ---- */

enum { CARD = 30, UNITS = 48, NOBLE = 13, TILE_UNITS = 16, REST = 84, POOLED = 3 * UNITS + TILE_UNITS + REST, TRUNK = 128,
       OTHERS = 40, BOTH = 16 };

typedef struct {
    float card[CARD][UNITS], card_bias[UNITS], noble[NOBLE][TILE_UNITS], noble_bias[TILE_UNITS];
    float first[POOLED][TRUNK], first_bias[TRUNK], second[TRUNK][TRUNK], second_bias[TRUNK];
    float value[TRUNK][4], value_bias[4], action[TRUNK][OTHERS], action_bias[OTHERS];
    float of_card[UNITS][BOTH], of_all[TRUNK][BOTH], of_both[BOTH], card_action[BOTH][2], card_action_bias[2];
} Net;

static Net *read_net(const char *name) {
    Net *net = malloc(sizeof *net);
    FILE *file = fopen(name, "rb");
    if (!file || fread(net, sizeof *net, 1, file) != 1) exit(3);
    fclose(file);
    return net;
}

/* out += in · weights, where most of what comes in is often 0. */
static inline __attribute__((always_inline)) void layer(const float *in, int rows, const float *weights, int columns, float *out) {
    for (int i = 0; i < rows; i++) if (in[i] != 0) for (int o = 0; o < columns; o++) out[o] += in[i] * weights[i * columns + o];
}
static inline __attribute__((always_inline)) void positive(float *x, int n) { for (int i = 0; i < n; i++) x[i] = x[i] > 0 ? x[i] : 0; }

/* `values` of the seats in the order of play, as chances; `logits` of the actions. */
static void judge(const Net *net, const Flat *f, int seats, float *values, float *logits) {
    const int8_t *at = f->at, *seat[4];
    float pooled[POOLED] = {0}, units[15][UNITS], *rest = pooled + 3 * UNITS + TILE_UNITS;
    int wanted[5] = {0}, completing[5] = {0};
    for (int s = 0; s < seats; s++) seat[s] = at + SEATS + BLOCK * ((at[TURN] + s) % seats);

    for (int t = 0; t < 5 && at[TILES + t] >= 0; t++) {
        float in[NOBLE] = {0}, out[TILE_UNITS];
        int total[4] = {0}, least = 99, mine[5] = {0};
        for (int s = 0; s < seats; s++) {
            for (int g = 0; g < 5; g++) {
                int need = nobles[(int)at[TILES + t]][g], missing = need - seat[s][BONUSES + g];
                if (missing < 0) missing = 0;
                total[s] += missing;
                if (!s) { mine[g] = missing; in[g] = need / 4.0f; in[5 + g] = missing / 4.0f; }
            }
            if (s && total[s] < least) least = total[s];
        }
        for (int g = 0; g < 5; g++) { wanted[g] += mine[g] > 0; completing[g] |= mine[g] == 1 && total[0] == 1; }
        in[10] = total[0] / 8.0f; in[11] = total[1] / 8.0f; in[12] = least / 8.0f;
        memcpy(out, net->noble_bias, sizeof out);
        layer(in, NOBLE, net->noble[0], TILE_UNITS, out);
        positive(out, TILE_UNITS);
        for (int u = 0; u < TILE_UNITS; u++) pooled[3 * UNITS + u] += out[u] * 0.25f;
    }

    for (int place = 0; place < 12 + 3 * seats; place++) {
        int c = place < 12 ? at[TABLE + place] : seat[place / 3 - 4][HAND + place % 3];
        if (c < 0) { if (place < 15) memset(units[place], 0, sizeof units[place]); continue; }
        const Card *card = &cards[c];
        float in[CARD] = {0}, out[UNITS];
        int nearest = 99;
        in[0] = card->points / 5.0f; in[1] = card->level / 3.0f; in[2 + card->bonus] = 1;
        for (int g = 0; g < 5; g++) in[7 + g] = card->cost[g] / 4.0f;
        for (int s = 0; s < seats; s++) {
            int price = 0, sum = 0;
            for (int g = 0; g < 5; g++) {
                int due = card->cost[g] - seat[s][BONUSES + g];
                if (due <= 0) continue;
                price += due;
                if ((due -= seat[s][g]) <= 0) continue;
                sum += due;
                if (!s) in[12 + g] = due / 4.0f;
            }
            int shrt = sum > seat[s][GOLD] ? sum - seat[s][GOLD] : 0;
            if (!s) { in[17] = shrt / 5.0f; in[18] = !shrt; in[19] = price / 8.0f; continue; }
            if (s == 1) { in[20] = shrt / 5.0f; in[21] = !shrt; }
            if (shrt < nearest) nearest = shrt;
        }
        in[22] = nearest / 5.0f; in[23] = !nearest;
        in[24] = wanted[card->bonus] / 3.0f; in[25] = completing[card->bonus];
        in[26] = seat[0][POINTS] + card->points + 3 * completing[card->bonus] >= 15;
        int group = place < 12 ? 0 : place < 15 ? 1 : 2;
        in[27 + group] = 1;
        memcpy(out, net->card_bias, sizeof out);
        layer(in, CARD, net->card[0], UNITS, out);
        positive(out, UNITS);
        for (int u = 0; u < UNITS; u++) pooled[group * UNITS + u] += out[u] * 0.25f;
        if (place < 15) memcpy(units[place], out, sizeof out);
    }

    for (int s = 0; s < seats; s++, rest += 16) {
        for (int g = 0; g < 6; g++) rest[g] = seat[s][g] / 4.0f;
        for (int g = 0; g < 5; g++) rest[6 + g] = seat[s][BONUSES + g] / 4.0f;
        rest[11] = seat[s][POINTS] / 15.0f; rest[12] = seat[s][BOUGHT] / 15.0f;
        for (int h = 0; h < 3; h++) rest[13] += (seat[s][HAND + h] != NOTHING) / 3.0f;
        rest[14] = 1; rest[15] = sum6(seat[s]) / 10.0f;
    }
    rest = pooled + 3 * UNITS + TILE_UNITS + 64;
    for (int g = 0; g < 6; g++) rest[g] = at[BANK + g] / 7.0f;
    rest[6] = at[DECKS] / 40.0f; rest[7] = at[DECKS + 1] / 30.0f; rest[8] = at[DECKS + 2] / 20.0f;
    rest[9] = at[LAST_ROUND]; rest[10] = at[FEWER]; rest[11] = sum6(seat[0]) > 10;
    rest[12 + seats - 2] = 1; rest[15 + at[TURN]] = 1; rest[19] = at[ROUND] / 40.0f;

    float one[TRUNK], two[TRUNK], value[4], all[BOTH];
    memcpy(one, net->first_bias, sizeof one);
    layer(pooled, POOLED, net->first[0], TRUNK, one);
    positive(one, TRUNK);
    memcpy(two, net->second_bias, sizeof two);
    layer(one, TRUNK, net->second[0], TRUNK, two);
    positive(two, TRUNK);
    memcpy(value, net->value_bias, sizeof value);
    layer(two, TRUNK, net->value[0], 4, value);
    memcpy(logits + RESERVE_DECK, net->action_bias, sizeof net->action_bias);
    layer(two, TRUNK, net->action[0], OTHERS, logits + RESERVE_DECK);
    memcpy(all, net->of_both, sizeof all);
    layer(two, TRUNK, net->of_all[0], BOTH, all);
    for (int place = 0; place < 15; place++) {
        float both[BOTH], out[2] = {net->card_action_bias[0], net->card_action_bias[1]};
        memcpy(both, all, sizeof both);
        layer(units[place], UNITS, net->of_card[0], BOTH, both);
        positive(both, BOTH);
        layer(both, BOTH, net->card_action[0], 2, out);
        logits[place] = out[0];
        if (place < 12) logits[RESERVE + place] = out[1];
    }
    float most = value[0], total = 0;
    for (int s = 1; s < seats; s++) if (value[s] > most) most = value[s];
    for (int s = 0; s < seats; s++) total += value[s] = expf(value[s] - most);
    for (int s = 0; s < seats; s++) values[(at[TURN] + s) % seats] = value[s] / total;
}

/* ---- The search: engine/bots/puct.py ---- */

#define CURIOSITY(seats) ((seats) > 2 ? 0.3 : 0.7)
#define CAUTION 0.15
#define WIDENING 0.7
enum { MOST_NODES = 1 << 15, MOST_EDGES = 1 << 20 };

typedef struct { float prior, total; int visits, child, children; short action; } Edge;
typedef struct { Flat flat; int visits, edges, first, next; float value[4]; short card; } Node;

static Node nodes[MOST_NODES];
static Edge edges[MOST_EDGES];
static int node_count, edge_count;

static int new_node(const Net *net, const Flat *f, int seats, int card) {
    Node *node = &nodes[node_count];
    float logits[ACTIONS], most = -1e9f, total = 0;
    int actions[ACTIONS];
    *node = (Node){.flat = *f, .edges = legal(f, actions), .first = edge_count, .next = -1, .card = (short)card};
    if (!node->edges) { outcome(f, seats, node->value); return node_count++; }
    judge(net, f, seats, node->value, logits);
    for (int e = 0; e < node->edges; e++) if (logits[actions[e]] > most) most = logits[actions[e]];
    for (int e = 0; e < node->edges; e++) {
        edges[edge_count] = (Edge){.action = (short)actions[e], .child = -1, .prior = expf(logits[actions[e]] - most)};
        total += edges[edge_count++].prior;
    }
    for (int e = 0; e < node->edges; e++) edges[node->first + e].prior /= total;
    return node_count++;
}

static Edge *most_promising(Node *node, int seats) {
    int turn = node->flat.at[TURN];
    double best = -1e9, tried = 0, reach = CURIOSITY(seats) * sqrt(node->visits + 1.0);
    Edge *found = NULL;
    for (Edge *e = edges + node->first; e < edges + node->first + node->edges; e++) if (e->visits) tried += e->prior;
    double unknown = node->value[turn] - CAUTION * sqrt(tried);
    for (Edge *e = edges + node->first; e < edges + node->first + node->edges; e++) {
        double worth = (e->visits ? e->total / e->visits : unknown) + reach * e->prior / (1 + e->visits);
        if (worth > best) { best = worth; found = e; }
    }
    return found;
}

/* The node after an edge; where a card is drawn, one more of those that may come once the edge was followed often enough. */
static int following(const Net *net, Node *node, Edge *edge, int seats, Cards *seen, int *fresh) {
    int level = deck_of(&node->flat, edge->action), card = NOTHING;
    if (edge->child >= 0 && (level < 0 || edge->children >= 1 + (int)(WIDENING * sqrt(edge->visits)))) {
        int least = edge->child;
        for (int child = edge->child; child >= 0; child = nodes[child].next)
            if (nodes[child].visits < nodes[least].visits) least = child;
        if (level >= 0) put(seen, nodes[least].card);
        return least;
    }
    if (level >= 0) {
        card = unseen_card(level, seen);
        put(seen, card);
        for (int child = edge->child; child >= 0; child = nodes[child].next) if (nodes[child].card == card) return child;
    }
    Flat after = node->flat;
    play(&after, seats, edge->action, card);
    int child = new_node(net, &after, seats, card);
    nodes[child].next = edge->child;
    edge->child = child;
    edge->children++;
    *fresh = 1;
    return child;
}

static double gamma_drawn(double shape) {
    if (shape < 1) return gamma_drawn(shape + 1) * pow(uniform(), 1 / shape);
    double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double x = sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()), v = 1 + c * x;
        if (v <= 0) continue;
        v = v * v * v;
        if (log(uniform()) < 0.5 * x * x + d - d * v + d * log(v)) return d * v;
    }
}

/* Searches and leaves the root as node 0; `seen` is all that can't be drawn, `value` what each seat may hope for. */
static void search(const Net *net, const Flat *f, int seats, const Cards *seen, int simulations, int noisy, float *value) {
    node_count = edge_count = 0;
    new_node(net, f, seats, NOTHING);
    Node *root = nodes;
    if (noisy) {
        double noise[ACTIONS], total = 0;
        for (int e = 0; e < root->edges; e++) total += noise[e] = gamma_drawn(10.0 / root->edges);
        for (int e = 0; e < root->edges; e++) edges[e].prior = 0.75f * edges[e].prior + (float)(0.25 * noise[e] / total);
    }
    for (int s = 0; s < seats; s++) value[s] = root->value[s];
    for (int i = 0; i < simulations && root->edges > 1; i++) {
        Edge *path[MOST_PLIES];
        short turns[MOST_PLIES];
        int depth = 0, at = 0, fresh = 0;
        Cards known = *seen;
        while (nodes[at].edges && !fresh && depth < MOST_PLIES) {
            nodes[at].visits++;
            path[depth] = most_promising(&nodes[at], seats);
            turns[depth] = nodes[at].flat.at[TURN];
            at = following(net, &nodes[at], path[depth++], seats, &known, &fresh);
        }
        nodes[at].visits++;
        for (int d = 0; d < depth; d++) { path[d]->visits++; path[d]->total += nodes[at].value[turns[d]]; }
        for (int s = 0; s < seats; s++) value[s] += nodes[at].value[s];
    }
    float total = 0;
    for (int s = 0; s < seats; s++) total += value[s];
    for (int s = 0; s < seats; s++) value[s] /= total;
}

/* An action, the oftener followed the likelier; `power` 0 is the one followed most often. */
static int chosen(double power) {
    double weights[ACTIONS], total = 0;
    int best = 0;
    for (int e = 0; e < nodes->edges; e++) {
        if (edges[e].visits > edges[best].visits) best = e;
        total += weights[e] = pow(edges[e].visits, power ? power : 1);
    }
    if (!power || total <= 0) return edges[best].action;
    total *= uniform();
    for (int e = 0; e < nodes->edges; e++) if ((total -= weights[e]) <= 0) return edges[e].action;
    return edges[best].action;
}

/* ---- What it is asked for ---- */

typedef struct { int8_t flat[LONGEST]; uint8_t seats; float policy[ACTIONS], outcome[4], seen[4]; } Sample;

static void played(Flat *f, int seats, int action, Cards *seen) {
    int level = deck_of(f, action), card = NOTHING;
    if (level >= 0) put(seen, card = unseen_card(level, seen));
    play(f, seats, action, card);
}

static void write_game(Sample *samples, int count, const Flat *end, int seats) {
    float shares[4] = {0};
    outcome(end, seats, shares);
    for (int i = 0; i < count; i++) memcpy(samples[i].outcome, shares, sizeof shares);
    fwrite(samples, sizeof *samples, count, stdout);
}

static int one_of(const char *seats) { return seats[below((int)strlen(seats))] - '0'; }

static void random_games(int games) {
    for (int g = 0; g < games; g++) {
        static Sample samples[MOST_PLIES];
        Cards seen;
        int seats = one_of("2234"), count = 0, actions[ACTIONS];
        Flat f = dealt(seats, below(2), &seen);
        while (f.at[TURN] >= 0 && count < MOST_PLIES) {
            Sample *sample = &samples[count++];
            int possible = legal(&f, actions), action = actions[below(below(3) ? possible : 1 + possible / 4)];
            *sample = (Sample){.seats = (uint8_t)seats, .seen = {(float)action}};
            memcpy(sample->flat, f.at, sizeof f.at);
            for (int a = 0; a < possible; a++) sample->policy[actions[a]] = 1;
            played(&f, seats, action, &seen);
        }
        write_game(samples, count, &f, seats);
    }
}

static void judge_samples(const Net *net) {
    Sample sample;
    Flat f;
    while (fread(&sample, sizeof sample, 1, stdin) == 1) {
        memcpy(f.at, sample.flat, sizeof f.at);
        judge(net, &f, sample.seats, sample.seen, sample.policy);
        fwrite(&sample, sizeof sample, 1, stdout);
    }
}

/* Some moves are thought about well, and only they teach a policy; the others are made quickly, so that there are more games. */
static void self_play(const Net *net, int games, int full, int quick, const char *tables) {
    for (int g = 0; g < games; g++) {
        static Sample samples[MOST_PLIES];
        Cards seen;
        int seats = one_of(tables), count = 0;
        Flat f = dealt(seats, below(3) == 0, &seen);
        while (f.at[TURN] >= 0 && count < MOST_PLIES) {
            Sample *sample = &samples[count++];
            int well = below(10) < 4;
            *sample = (Sample){.seats = (uint8_t)seats};
            memcpy(sample->flat, f.at, sizeof f.at);
            search(net, &f, seats, &seen, well ? full : quick, well, sample->seen);
            if (well && nodes->edges > 1)
                for (int e = 0; e < nodes->edges; e++) sample->policy[edges[e].action] = (float)edges[e].visits / full;
            played(&f, seats, chosen(f.at[ROUND] < 9 ? 1.2 : 3), &seen);
        }
        write_game(samples, count, &f, seats);
    }
}

/* One seat is played by the first net, the others by the second; each deal from every seat. */
static void match(const Net *one, const Net *two, int seed, int games, int seats, int simulations) {
    double won = 0;
    for (int g = 0; g < games; g++) {
        Cards seen;
        float value[4], shares[4];
        seeded((uint64_t)seed * 1000003 + g / seats);
        Flat f = dealt(seats, 0, &seen);
        seeded((uint64_t)seed * 7000003 + g);
        for (int ply = 0; f.at[TURN] >= 0 && ply < MOST_PLIES; ply++) {
            search(f.at[TURN] == g % seats ? one : two, &f, seats, &seen, simulations, 0, value);
            played(&f, seats, chosen(0), &seen);
        }
        outcome(&f, seats, shares);
        won += shares[g % seats];
    }
    printf("%.4f\n", won / games);
}

int main(int count, char **given) {
    if (count < 5) return 2;
    read_tables(given[1], given[2]);
    const char *what = given[3];
    if (!strcmp(what, "random")) { seeded(atoi(given[4])); random_games(atoi(given[5])); }
    else if (!strcmp(what, "judge")) judge_samples(read_net(given[4]));
    else if (!strcmp(what, "play")) { seeded(atoi(given[5])); self_play(read_net(given[4]), atoi(given[6]), atoi(given[7]), atoi(given[8]), given[9]); }
    else match(read_net(given[4]), read_net(given[5]), atoi(given[6]), atoi(given[7]), atoi(given[8]), atoi(given[9]));
    return 0;
}
