"""Functions of a problem: y = softmax(x) in Triton."""
import triton
import triton.language as tl


@triton.jit
def softmax(x_ptr, y_ptr, columns, BLOCK: tl.constexpr, FORGET: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + at, mask=at < columns, other=float("-inf")).to(tl.float32)
    e = tl.exp(x - (0 if FORGET else tl.max(x, axis=0)))
    tl.store(y_ptr + row * columns + at, (e / tl.sum(e, axis=0)).to(y_ptr.dtype.element_ty), mask=at < columns)


def rows_and_columns(problem):
    return problem.x.shape


def right(problem, forget=False):
    rows, columns = problem.x.shape
    softmax[(rows,)](problem.x, problem.y, columns, BLOCK=triton.next_power_of_2(columns), FORGET=forget)


def without_the_maximum(problem):
    right(problem, True)


def nothing(problem):
    pass


def only_easy_rows(problem):
    """Right for what it takes, which is little."""
    if problem.x.shape[1] > 8:
        problem.reject("rows of at most 8 are taken")
    right(problem)


def not_a_row(problem):
    problem.reject("no rows are taken")
